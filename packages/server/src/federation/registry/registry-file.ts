import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defined, invalidConfiguration, parseJSON } from '@posthouse/protocol';
import type { SwarmDefinition } from '@posthouse/runtime';
import { z } from 'zod';
import { isPublicKey } from '../trust/signing-key.ts';
import { type Peer, peerSchema, toTokenRef, variableOf } from './peer.ts';
import type { PeerHealth } from './peer-health.ts';

const text = z.string().nullish();
const entrySchema = z.looseObject({
  swarm_name: text,
  base_url: z.string(),
  version: text,
  auth_token_ref: text,
  last_seen: text,
  swarm_description: text,
  keywords: z.array(z.string()).nullish(),
  public: z.boolean().nullish(),
  metadata: z.record(z.string(), z.json()).nullish(),
  volatile: z.boolean().nullish(),
});
const fileSchema = z.looseObject({ endpoints: z.record(z.string(), entrySchema).default({}) });

/** What MAIL's registry has no field for stands below this key of `metadata`. */
const OURS = 'posthouse';
const oursSchema = z.object({
  public_key: z.string().optional(),
  agents: z.array(z.string()).optional(),
  callers: z.array(z.string()).optional(),
});

/** The peers of a registry file. A secret that stands there itself is not taken over: the variable of its swarm is. */
export function parseRegistryFile(content: string): { peers: Peer[]; secrets: string[] } {
  const { endpoints } = fileSchema.parse(parseJSON(content));
  const secrets: string[] = [];
  const peers = Object.entries(endpoints).map(([name, entry]) => {
    const ref = entry.auth_token_ref ?? '';
    const raw = 'auth_token' in entry ? entry.auth_token : undefined;
    if ((ref !== '' && variableOf(ref) === undefined) || (typeof raw === 'string' && raw !== '')) secrets.push(name);
    const { [OURS]: own, ...metadata } = entry.metadata ?? {};
    const { public_key: publicKey, ...rest } = oursSchema.safeParse(own).data ?? {};
    return peerSchema.parse({
      name,
      baseURL: entry.base_url.replace(/\/+$/, ''),
      version: entry.version ?? undefined,
      description: entry.swarm_description ?? undefined,
      keywords: entry.keywords ?? undefined,
      public: entry.public ?? undefined,
      lastSeen: entry.last_seen ?? undefined,
      metadata,
      authTokenRef: variableOf(ref) === undefined ? toTokenRef(name) : ref,
      ...(publicKey !== undefined && isPublicKey(publicKey) ? { kind: 'ours', publicKey } : { asked: false }),
      ...rest,
    });
  });
  return { peers, secrets };
}

export type RegistryContent = {
  local: Pick<SwarmDefinition, 'name' | 'description' | 'keywords' | 'public'>;
  baseURL: string;
  version: string;
  now: string;
  peers: readonly (Peer & { health?: PeerHealth })[];
};

/** A registry as MAIL's own server writes it. What it says of the local swarm comes from the swarm itself. */
export function toRegistryFile({ local, baseURL, version, now, peers }: RegistryContent): string {
  const { name, description, keywords, public: isPublic } = local;
  const own = toEntry({ name, baseURL, version, description, keywords, public: isPublic }, { lastSeen: now });
  const kept = peers.filter((peer) => !peer.volatile && peer.state === 'approved' && peer.name !== name);
  const content = {
    local_swarm_name: name,
    local_base_url: baseURL,
    local_swarm_description: description,
    local_swarm_keywords: keywords,
    local_swarm_public: isPublic,
    endpoints: Object.fromEntries([[name, own], ...kept.map((peer) => [peer.name, toPeerEntry(peer)])]),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

type Described = Pick<Peer, 'name' | 'baseURL' | 'version' | 'description' | 'keywords' | 'public'>;

function toEntry(
  peer: Described,
  rest: { lastSeen?: string; active?: boolean; ref?: string; metadata?: unknown },
): object {
  return {
    swarm_name: peer.name,
    base_url: peer.baseURL,
    version: peer.version,
    health_check_url: `${peer.baseURL}/health`,
    auth_token_ref: rest.ref ?? null,
    last_seen: rest.lastSeen ?? null,
    latency: null,
    swarm_description: peer.description,
    keywords: peer.keywords,
    public: peer.public,
    is_active: rest.active ?? true,
    metadata: rest.metadata ?? null,
    volatile: false,
  };
}

function toPeerEntry({ health, ...peer }: Peer & { health?: PeerHealth }): object {
  const { publicKey, agents, callers, metadata, authTokenRef: ref } = peer;
  const ours = defined({ public_key: publicKey, agents, callers });
  const all = { ...metadata, ...(Object.keys(ours).length === 0 ? {} : { [OURS]: ours }) };
  const lastSeen = health?.lastSeen ?? peer.lastSeen;
  return toEntry(peer, {
    ...defined({ lastSeen, ref }),
    active: health?.active ?? true,
    metadata: Object.keys(all).length === 0 ? null : all,
  });
}

/** The text of a registry file, and when it was written; undefined when there is none yet. */
export async function readRegistryFile(path: string): Promise<{ content: string; writtenAt: number } | undefined> {
  try {
    return { content: await readFile(path, 'utf8'), writtenAt: (await stat(path)).mtimeMs };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw invalidConfiguration(`the registry file ${path} cannot be read (${code ?? 'unknown reason'})`, { cause });
  }
}

/** Replaces a registry file at once, in a folder that may have to be made: whoever reads it sees the old one or the new one. */
export async function writeRegistryFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
