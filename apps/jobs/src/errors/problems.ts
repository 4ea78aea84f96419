import type { Language } from './language.ts';

type Values = Record<string, string | number>;
type Problem = { readonly code: string; readonly status: number } & Readonly<
  Record<Language, (values: Values) => string>
>;

/**
 * Everything that can go wrong, by name: the code that programs read, the status, and the sentence for people. Several
 * problems share a code where programs need not tell them apart.
 */
export const PROBLEMS = {
  unauthorized: {
    code: 'unauthorized',
    status: 401,
    en: () => 'Unauthorized',
    zh: () => '未授权',
  },
  wrongCode: {
    code: 'invalid_code',
    status: 403,
    en: ({ left }) => `This is not the pairing code that the app printed. Tries left: ${left}.`,
    zh: ({ left }) => `配对码与启动时显示的不一致，还可以尝试 ${left} 次。`,
  },
  pairingClosed: {
    code: 'pairing_closed',
    status: 403,
    en: () => 'The pairing code is no longer valid. Restart the app to get a new one.',
    zh: () => '配对码已失效。请重新启动应用以获取新的配对码。',
  },
  payloadTooLarge: {
    code: 'payload_too_large',
    status: 413,
    en: ({ bytes }) => `The request is too large; at most ${bytes} bytes are accepted here.`,
    zh: ({ bytes }) => `请求过大，此处最多接受 ${bytes} 字节。`,
  },
  invalidJSON: {
    code: 'invalid_json',
    status: 400,
    en: () => 'The body of the request is not valid JSON.',
    zh: () => '请求正文不是有效的 JSON。',
  },
  validation: {
    code: 'validation_error',
    status: 400,
    en: ({ what }) => `The request does not have the expected form: ${what}`,
    zh: ({ what }) => `请求格式不正确：${what}`,
  },
  invalidStatus: {
    code: 'invalid_status',
    status: 400,
    en: ({ allowed }) => `This is not a status of a job. Use one of ${allowed}.`,
    zh: ({ allowed }) => `职位状态无效，可用的状态有：${allowed}。`,
  },
  unsupportedMedia: {
    code: 'unsupported_media_type',
    status: 415,
    en: ({ expected }) => `The body must be sent as ${expected}; say so in the Content-Type header.`,
    zh: ({ expected }) => `请求正文必须是 ${expected}，请在 Content-Type 中注明。`,
  },
  pageNotBuilt: {
    code: 'not_found',
    status: 404,
    en: () => 'The page is not built. `npm run jobs` builds it before it starts the app.',
    zh: () => '页面尚未构建。运行 npm run jobs 会先构建页面，再启动应用。',
  },
  routeNotFound: {
    code: 'not_found',
    status: 404,
    en: ({ path }) => `There is nothing at ${path}.`,
    zh: ({ path }) => `${path} 不存在。`,
  },
  jobNotFound: {
    code: 'not_found',
    status: 404,
    en: ({ id }) => `Job ${id} not found`,
    zh: ({ id }) => `找不到职位 ${id}`,
  },
  resumeNotFound: {
    code: 'not_found',
    status: 404,
    en: ({ id }) => `Resume ${id} not found`,
    zh: ({ id }) => `找不到简历 ${id}`,
  },
  versionNotFound: {
    code: 'not_found',
    status: 404,
    en: ({ version, jobId }) => `Job ${jobId} has no tailored version ${version}`,
    zh: ({ version, jobId }) => `职位 ${jobId} 没有第 ${version} 版定制简历`,
  },
  runNotFound: {
    code: 'not_found',
    status: 404,
    en: ({ id }) => `Sync run ${id} not found`,
    zh: ({ id }) => `找不到同步任务 ${id}`,
  },
  noAnalysis: {
    code: 'not_found',
    status: 404,
    en: ({ id }) => `Job ${id} has not been analyzed with this resume yet.`,
    zh: ({ id }) => `职位 ${id} 尚未用这份简历分析过。`,
  },
  noTailoredVersion: {
    code: 'no_tailored_version',
    status: 404,
    en: ({ jobId }) => `No resume has been tailored for job ${jobId} yet.`,
    zh: ({ jobId }) => `职位 ${jobId} 还没有定制简历。`,
  },
  noUploadedPDF: {
    code: 'not_found',
    status: 404,
    en: () => 'No PDF has been uploaded for this version.',
    zh: () => '这一版没有上传过 PDF。',
  },
  duplicateJob: {
    code: 'duplicate_job',
    status: 409,
    en: ({ id }) => `This posting is already saved, as job ${id}.`,
    zh: ({ id }) => `该职位已存在，编号为 ${id}。`,
  },
  changedMeanwhile: {
    code: 'conflict',
    status: 409,
    en: ({ updatedAt }) => `It was changed at ${updatedAt}, after you read it. Read it again before changing it.`,
    zh: ({ updatedAt }) => `内容已于 ${updatedAt} 被修改，请重新读取后再更改。`,
  },
  resumeInUse: {
    code: 'in_use',
    status: 409,
    en: ({ count }) => `${count} tailored versions were made from this resume.`,
    zh: ({ count }) => `有 ${count} 份定制简历基于这份简历。`,
  },
  noDefaultResume: {
    code: 'no_default_resume',
    status: 400,
    en: () => 'There is no resume yet. Add one, or name one with resumeId.',
    zh: () => '还没有简历。请先添加一份，或用 resumeId 指定。',
  },
  emptyResume: {
    code: 'resume_empty',
    status: 409,
    en: ({ id }) => `Resume ${id} has no text yet. Paste it, or choose another one.`,
    zh: ({ id }) => `简历 ${id} 还没有文本。请粘贴内容，或选择另一份。`,
  },
  notEnriched: {
    code: 'not_enriched',
    status: 409,
    en: ({ id }) => `Job ${id} has no description yet. Reload the posting first.`,
    zh: ({ id }) => `职位 ${id} 还没有描述，请先重新读取页面。`,
  },
  noURL: {
    code: 'no_url',
    status: 409,
    en: ({ id }) => `Job ${id} has no URL to read from. Send its page as html.`,
    zh: ({ id }) => `职位 ${id} 没有网址可读取，请以 html 提供页面内容。`,
  },
  noJobFound: {
    code: 'no_job_found',
    status: 422,
    en: () => 'No job posting could be read from this.',
    zh: () => '未能从中读出职位信息。',
  },
  unsupportedPage: {
    code: 'unsupported_page',
    status: 422,
    en: ({ type }) => `The address returned ${type}, which is not a page that can be read.`,
    zh: ({ type }) => `该地址返回的是 ${type}，不是可读取的页面。`,
  },
  urlRefused: {
    code: 'url_refused',
    status: 400,
    en: ({ reason }) => String(reason),
    zh: ({ why }) => `该地址不允许访问：${toChineseReason(why)}。`,
  },
  sourceUnreachable: {
    code: 'source_unreachable',
    status: 502,
    en: ({ reason }) => String(reason),
    zh: ({ why }) => `无法读取来源：${toChineseReason(why)}。`,
  },
  sourceAnswered: {
    code: 'source_unreachable',
    status: 502,
    en: ({ origin, status }) => `${origin} answered ${status}.`,
    zh: ({ origin, status }) => `${origin} 返回了状态码 ${status}。`,
  },
  notJSON: {
    code: 'source_unreachable',
    status: 502,
    en: () => 'The source did not answer with JSON.',
    zh: () => '来源返回的不是 JSON。',
  },
  notInImport: {
    code: 'source_unreachable',
    status: 502,
    en: ({ path }) => `There is no "${path}" in the import folder.`,
    zh: ({ path }) => `import 文件夹中没有“${path}”。`,
  },
  unreadableFile: {
    code: 'source_unreachable',
    status: 502,
    en: ({ reason }) => `It cannot be read (${reason}).`,
    zh: ({ reason }) => `无法读取（${reason}）。`,
  },
  noGmail: {
    code: 'no_gmail_token',
    status: 503,
    en: ({ profile }) =>
      `There is no access to Gmail yet. Get an OAuth token with the scope gmail.readonly, for example from Google's OAuth 2.0 Playground, and put it into auth.json of the data folder as access_token of the profile "${profile}", or, to last, a refresh_token with its client_id and client_secret.`,
    zh: ({ profile }) =>
      `尚未授权访问 Gmail。请获取权限范围为 gmail.readonly 的 OAuth 令牌（例如通过 Google 的 OAuth 2.0 Playground），写入数据目录 auth.json 中配置“${profile}”的 access_token；若要长期有效，请写入 refresh_token 及其 client_id 和 client_secret。`,
  },
  gmailRefused: {
    code: 'auth_error',
    status: 502,
    en: () =>
      'Gmail does not accept the token. Access tokens last an hour, and access can be taken back: put a new one into auth.json, or a refresh_token with its client_id and client_secret.',
    zh: () =>
      'Gmail 不接受该令牌。访问令牌一小时后失效，授权也可能已被撤销：请在 auth.json 中写入新的令牌，或写入 refresh_token 及其 client_id 和 client_secret。',
  },
  gmailForbidden: {
    code: 'auth_error',
    status: 502,
    en: () =>
      'Gmail does not let this token read mail. It needs the scope gmail.readonly, and the Gmail API must be enabled in the Google project that it belongs to.',
    zh: () => 'Gmail 不允许用该令牌读取邮件。令牌需要 gmail.readonly 权限范围，且所属的 Google 项目须启用 Gmail API。',
  },
  gmailTooFast: {
    code: 'rate_limit',
    status: 429,
    en: ({ seconds }) => `Gmail accepts no more requests for now. Try again in ${seconds} s.`,
    zh: ({ seconds }) => `Gmail 暂时不再接受请求，请在 ${seconds} 秒后重试。`,
  },
  interrupted: {
    code: 'interrupted',
    status: 503,
    en: () => 'The app was stopped.',
    zh: () => '应用已停止。',
  },
  syncInProgress: {
    code: 'sync_in_progress',
    status: 409,
    en: ({ runId }) => `A sync is already running, as run ${runId}.`,
    zh: ({ runId }) => `同步正在进行，编号为 ${runId}。`,
  },
  noSources: {
    code: 'no_sources',
    status: 400,
    en: () => 'Name at least one source, such as greenhouse:acme. Later syncs use the same ones.',
    zh: () => '请至少指定一个来源，例如 greenhouse:acme；之后的同步会沿用。',
  },
  unknownSource: {
    code: 'unknown_source',
    status: 400,
    en: ({ source }) =>
      `"${source}" is not a source. Use greenhouse:<board>, lever:<site>, ashby:<board>, gmail, gmail:<search>, mbox:<file> or eml-dir:<folder>; mail files must be in the import folder of the data folder.`,
    zh: ({ source }) =>
      `“${source}”不是可用的来源。可用：greenhouse:<board>、lever:<site>、ashby:<board>、gmail、gmail:<搜索>、mbox:<文件>、eml-dir:<文件夹>；邮件文件须放在数据目录的 import 文件夹中。`,
  },
  llmUnavailable: {
    code: 'llm_unavailable',
    status: 503,
    en: () => 'No language model is set up. Leave out the engine, or use "offline".',
    zh: () => '尚未配置语言模型。请省略 engine，或使用 "offline"。',
  },
  llmFailed: {
    code: 'llm_error',
    status: 502,
    en: ({ reason }) => `The language model failed: ${reason}`,
    zh: ({ reason }) => `语言模型出错：${reason}`,
  },
  fabrication: {
    code: 'fabrication_detected',
    status: 422,
    en: ({ what }) =>
      `The language model added things that are not in your resume (${what}), so its version was discarded.`,
    zh: ({ what }) => `语言模型在简历中加入了原文没有的内容（${what}），结果未保存。`,
  },
  toolDenied: {
    code: 'tool_denied',
    status: 403,
    en: ({ name }) => `The configuration of this agent does not allow the tool ${name}.`,
    zh: ({ name }) => `该助手的配置不允许使用工具 ${name}。`,
  },
  noMessages: {
    code: 'validation_error',
    status: 400,
    en: () => 'messages is required',
    zh: () => '缺少 messages',
  },
  noRunNamed: {
    code: 'validation_error',
    status: 400,
    en: () => 'messageId or conversationId is required',
    zh: () => '需要 messageId 或 conversationId',
  },
  conversationNotFound: {
    code: 'not_found',
    status: 404,
    en: ({ id }) => `Conversation ${id} not found`,
    zh: ({ id }) => `找不到对话 ${id}`,
  },
  conversationBusy: {
    code: 'conversation_busy',
    status: 409,
    en: () => 'An answer is still being written in this conversation. Stop it, or wait for its end.',
    zh: () => '该对话正在生成回答。请先停止，或等待其结束。',
  },
  tooManyChats: {
    code: 'too_many_sessions',
    status: 503,
    en: ({ most }) => `${most} answers are being written already. Try again when one has ended.`,
    zh: ({ most }) => `已有 ${most} 个回答正在生成，请稍后再试。`,
  },
  rateLimited: {
    code: 'rate_limit',
    status: 429,
    en: ({ reason }) => `The language model accepts no more requests for now: ${reason}`,
    zh: ({ reason }) => `语言模型暂时不再接受请求：${reason}`,
  },
  modelRefused: {
    code: 'auth_error',
    status: 502,
    en: ({ reason }) => `The provider of the language model does not accept the key: ${reason}`,
    zh: ({ reason }) => `语言模型服务商不接受该密钥：${reason}`,
  },
  agentFailed: {
    code: 'agent_error',
    status: 502,
    en: ({ reason }) => `The assistant could not answer: ${reason}`,
    zh: ({ reason }) => `助手未能回答：${reason}`,
  },
  internal: {
    code: 'internal_error',
    status: 500,
    en: () => 'An internal error occurred in the app.',
    zh: () => '应用内部出错。',
  },
} as const satisfies Record<string, Problem>;

export type ProblemName = keyof typeof PROBLEMS;

/** Why the guard of outgoing calls said no, by its words for programs. */
function toChineseReason(why: string | number | undefined): string {
  return CHINESE_REASONS[String(why)] ?? '无法连接';
}

const CHINESE_REASONS: Readonly<Record<string, string>> = {
  syntax: '地址无效',
  scheme: '只允许 http 和 https',
  credentials: '地址中不能包含用户名或密码',
  port: '不允许使用该端口',
  host: '不允许访问该主机',
  address: '地址属于本机或内部网络',
  header: '请求头不允许',
  redirect: '重定向不允许或次数过多',
  timeout: '响应超时',
  too_large: '内容过大',
};
