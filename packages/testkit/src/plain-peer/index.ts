export type { PlainLetter } from './plain-letter.ts';
export {
  type PlainAgent,
  type PlainAnswer,
  type PlainCall,
  type PlainMail,
  PlainPeer,
  type PlainPeerOptions,
  type PlainRequest,
} from './plain-peer.ts';
