import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { type Agent, openAgent } from '../agent/open-agent.ts';
import { offlineAnalysis } from '../analysis/analyze-offline.ts';
import { createOwner, firstOwner } from '../auth/owners.ts';
import { PairingCode } from '../auth/pairing-code.ts';
import { type AppParts, createApp } from '../create-app.ts';
import { type Assistant, createAssistant } from '../create-assistant.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Engines } from '../engines/engines.ts';
import { gmailFinder } from '../gmail/gmail-account.ts';
import { createFetchPage, type FetchPage } from '../network/fetch-page.ts';
import type { OwnerServices, Services } from '../services/services.ts';
import { ActiveSyncs } from '../sync/active-syncs.ts';
import { offlineTailoring } from '../tailoring/tailor-offline.ts';

/** A request, as tests write it. */
export type Call = { body?: unknown; form?: FormData; token?: string | null; headers?: Record<string, string> };

export type TestAnswer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse>; response: Response };

export type TestOptions = {
  fetchPage?: FetchPage;
  llm?: NonNullable<Engines['llm']>;
  /** Stands still unless it is moved. */
  now?: () => Date;
  file?: string;
};

/** The whole app in memory, with two owners who know nothing of each other. */
export class TestApp implements AsyncDisposable {
  readonly app: Hono;
  readonly parts: AppParts;
  readonly pairing: PairingCode;
  readonly agent: Agent;
  readonly assistant: Assistant;
  readonly ann: { token: string; services: OwnerServices };
  readonly bob: { token: string; services: OwnerServices };
  readonly dataDir = mkdtempSync(join(tmpdir(), 'posthouse-jobs-'));
  readonly unexpected: unknown[] = [];
  time = Date.parse('2026-03-01T12:00:00.000Z');

  constructor({ fetchPage, llm, file = ':memory:', now = () => new Date(this.time) }: TestOptions = {}) {
    const database = openDatabase(file);
    this.agent = openAgent({ dataDir: this.dataDir, id: 'jobs', env: {} });
    const services: Services = {
      database,
      now,
      fetchPage: fetchPage ?? createFetchPage(),
      gmail: gmailFinder({ keys: this.agent.keys, env: {}, firstOwner: () => firstOwner(database, now()) }),
      engines: {
        offline: { analysis: offlineAnalysis, tailoring: offlineTailoring },
        llm,
      },
      dataDir: this.dataDir,
    };
    const [ann, bob] = ['ann', 'bob'].map((name) => {
      const { ownerId, token } = createOwner(database, name, services.now());
      return { token, services: { ...services, ownerId } };
    });
    this.ann = ann!;
    this.bob = bob!;
    this.pairing = new PairingCode({ now });
    const report = (error: unknown): void => void this.unexpected.push(error);
    this.assistant = createAssistant({ services, agent: this.agent, report });
    this.parts = { services, syncs: new ActiveSyncs(), pairing: this.pairing, assistant: this.assistant, report };
    this.app = createApp(this.parts);
  }

  /** Sends a request as Ann, unless another token, or null for none, is given. */
  async call(method: string, path: string, { body, form, token, headers = {} }: Call = {}): Promise<TestAnswer> {
    const sent = body === undefined ? form : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await this.app.request(path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token ?? this.ann.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
    });
    const isJSON = (response.headers.get('content-type') ?? '').includes('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJSON ? await response.clone().json() : undefined,
      response,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.assistant[Symbol.asyncDispose]();
    await this.parts.syncs[Symbol.asyncDispose]();
    this.parts.services.database[Symbol.dispose]();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
