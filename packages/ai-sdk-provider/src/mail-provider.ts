import { NoSuchModelError, type ProviderV3 } from '@ai-sdk/provider';
import { MAILLanguageModel } from './mail-language-model.ts';
import { platform } from './platform.ts';
import type { MAILModelSettings, MAILProviderSettings } from './provider-settings.ts';

const DEFAULT_BASE_URL = 'http://localhost:8000';

/** Makes language models from the swarms of a MAIL server. */
export interface MAILProvider extends ProviderV3 {
  (swarm: string, settings?: MAILModelSettings): MAILLanguageModel;
  /** The swarm of that name; `default` is the server's default. */
  languageModel(swarm: string, settings?: MAILModelSettings): MAILLanguageModel;
}

/**
 * A provider for the swarms of one server.
 *
 * @example
 * const mail = createMAIL({ baseURL: 'https://mail.example.com', authToken });
 * const { textStream } = streamText({ model: mail('research-swarm'), prompt: 'What is new?' });
 */
export function createMAIL(settings: MAILProviderSettings = {}): MAILProvider {
  return toProvider(settings, () => ({ ...settings, baseURL: settings.baseURL ?? settings.baseUrl }));
}

/**
 * The provider for the server in `MAIL_BASE_URL` (default `http://localhost:8000`), with the token in
 * `MAIL_API_KEY`. Both are read when a model is called.
 *
 * @example streamText({ model: mail('research-swarm'), prompt: 'What is new?' })
 */
export const mail: MAILProvider = toProvider({}, () => {
  const { MAIL_BASE_URL: baseURL, MAIL_API_KEY: authToken } = platform.process?.env ?? {};
  return { baseURL, authToken };
});

function toProvider(
  settings: MAILProviderSettings,
  connection: () => Partial<Record<'baseURL' | 'authToken', string | undefined>> &
    Pick<MAILProviderSettings, 'headers'>,
): MAILProvider {
  const languageModel = (modelId: string, modelSettings: MAILModelSettings = {}): MAILLanguageModel =>
    new MAILLanguageModel(modelId, modelSettings, {
      ...settings,
      baseURL: () => (connection().baseURL || DEFAULT_BASE_URL).replace(/\/+$/, ''),
      headers: () => {
        const { authToken, headers } = connection();
        return { authorization: authToken ? `Bearer ${authToken}` : undefined, ...headers };
      },
    });
  const no =
    (modelType: NoSuchModelError['modelType']) =>
    (modelId: string): never => {
      throw new NoSuchModelError({ modelId, modelType });
    };
  const provider = function (modelId: string, modelSettings?: MAILModelSettings): MAILLanguageModel {
    if (new.target) throw new TypeError('A provider is called without `new`.');
    return languageModel(modelId, modelSettings);
  };
  return Object.assign(provider, {
    specificationVersion: 'v3' as const,
    languageModel,
    embeddingModel: no('embeddingModel'),
    textEmbeddingModel: no('embeddingModel'),
    imageModel: no('imageModel'),
  });
}
