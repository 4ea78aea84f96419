import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeChatAddress } from './server/chat-address.ts';
import { takeToken } from './server/connection.ts';

const token = takeToken();
// The page is served by the server it talks to.
createRoot(document.querySelector('#root')!).render(<App api="/chat" address={takeChatAddress()} token={token} />);
