import type { Call, TestApp } from './test-app.ts';

export type Request = Call & { method: string; path: string };

export const RESUME = `# Ann Lee

ann@example.com

## Experience

### Engineer, Acme

2020 – 2024

- Cooked lunch for 12 people
- Built services in TypeScript and Node.js with PostgreSQL

## Skills

Docker, TypeScript, React
`;
export const POSTING = '## Requirements\n\n- TypeScript and Node.js\n- PostgreSQL\n\n## Nice to have\n\n- Kubernetes';

/** What one owner has: a job with everything, and a resume. */
export type OwnerData = { jobId: number; resumeId: number; runId: number; conversationId: string };

/** Gives an owner one of everything. */
export async function giveOneOfEverything(app: TestApp, token = app.ann.token): Promise<OwnerData> {
  const as = { token };
  const resume = await app.call('POST', '/jobs/resumes', { ...as, body: { name: 'Ann’s', content: RESUME } });
  const job = await app.call('POST', '/jobs', {
    ...as,
    body: {
      title: 'Engineer',
      company: 'Private GmbH',
      url: 'https://example.com/1',
      description: POSTING,
      notes: 'private',
    },
  });
  const jobId: number = job.body.job.id;
  await app.call('POST', `/jobs/${jobId}/analyze`, as);
  await app.call('POST', `/jobs/tailor/${jobId}`, as);
  const form = pdfForm();
  await app.call('POST', `/jobs/tailor/${jobId}/pdf`, { ...as, form });
  const run = await app.call('POST', '/jobs/sync', { ...as, body: { sources: ['mbox:missing.mbox'] } });
  await app
    .call('GET', `/jobs/sync/${run.body.runId}`, { ...as, headers: { accept: 'text/event-stream' } })
    .then(({ response }) => response.text());
  const conversationId = 'conv_ann';
  await app.call('POST', '/jobs/chat', { ...as, body: toSaying('List my private jobs', conversationId) });
  return { jobId, resumeId: resume.body.resume.id, runId: run.body.runId, conversationId };
}

/** Something said in a conversation, to be answered as one piece. */
function toSaying(content: string, conversationId: string): object {
  return { messages: [{ role: 'user', content }], options: { conversationId, stream: false } };
}

export function pdfForm(): FormData {
  const form = new FormData();
  form.set('file', new File(['%PDF-1.4 made elsewhere'], 'mine.pdf', { type: 'application/pdf' }));
  return form;
}

/** A request that works for the owner of these things, for every operation of the API. */
export function everyRequest(
  { jobId, resumeId, runId, conversationId }: OwnerData,
  code = 'NONE',
): Record<string, Request> {
  const job = `/jobs/${jobId}`;
  const resume = `/jobs/resumes/${resumeId}`;
  const tailor = `/jobs/tailor/${jobId}`;
  return {
    health: { method: 'GET', path: '/health' },
    pair: { method: 'POST', path: '/auth/pair', body: { code, name: 'phone' } },
    verifyToken: { method: 'GET', path: '/auth/verify' },
    listJobs: { method: 'GET', path: '/jobs?search=engineer&sort=score' },
    createJob: { method: 'POST', path: '/jobs', body: { title: 'Cook', company: 'Inn', url: 'https://example.com/2' } },
    exportJobs: { method: 'GET', path: '/jobs/export?search=engineer' },
    countJobs: { method: 'GET', path: '/jobs/stats' },
    startSync: { method: 'POST', path: '/jobs/sync', body: { sources: ['mbox:missing.mbox'], max: 5 } },
    watchSync: { method: 'GET', path: '/jobs/sync?sources=mbox:missing.mbox' },
    listSyncs: { method: 'GET', path: '/jobs/sync/runs?limit=2' },
    getSync: { method: 'GET', path: `/jobs/sync/${runId}` },
    ingest: {
      method: 'POST',
      path: '/jobs/ingest',
      body: { jsonLd: { '@type': 'JobPosting', title: 'Baker', hiringOrganization: 'Mill', description: 'Bread' } },
    },
    listResumes: { method: 'GET', path: '/jobs/resumes?include=content' },
    createResume: {
      method: 'POST',
      path: '/jobs/resumes',
      body: { name: 'Second', content: '# Me', isDefault: false },
    },
    getResume: { method: 'GET', path: resume },
    changeResume: { method: 'PATCH', path: resume, body: { name: 'Renamed' } },
    putResume: { method: 'PUT', path: resume, body: { name: 'Renamed again' } },
    setDefaultResume: { method: 'POST', path: `${resume}/set-default` },
    listVersionsOfResume: { method: 'GET', path: `${resume}/versions` },
    tailorResume: { method: 'POST', path: tailor, body: { forceNew: true, resumeId } },
    listVersions: { method: 'GET', path: `${tailor}/versions` },
    getVersion: { method: 'GET', path: `${tailor}/versions/1` },
    editVersion: { method: 'PUT', path: `${tailor}/versions/1`, body: { content: '# Ann Lee\n\nMy own words' } },
    getPDF: { method: 'GET', path: `${tailor}/pdf?template=uploaded&version=1` },
    uploadPDF: { method: 'POST', path: `${tailor}/pdf`, form: pdfForm() },
    getFunnel: { method: 'GET', path: '/jobs/analytics/funnel?period=7d' },
    getTimeline: { method: 'GET', path: '/jobs/analytics/timeline?period=30d' },
    getSources: { method: 'GET', path: '/jobs/analytics/sources?period=7d' },
    getSkillDemand: { method: 'GET', path: '/jobs/analytics/skills?limit=5' },
    getAgentStatus: { method: 'GET', path: '/jobs/agent/status' },
    getStatus: { method: 'GET', path: '/jobs/status' },
    chatJobs: { method: 'POST', path: '/jobs/chat', body: toSaying('Which resumes do I have?', conversationId) },
    stopChatJobs: { method: 'POST', path: '/jobs/chat/stop', body: { conversationId } },
    getChatHistoryJobs: { method: 'GET', path: `/jobs/chat/history?conversationId=${conversationId}` },
    listConversationsJobs: { method: 'GET', path: '/jobs/chat/conversations?limit=5' },
    resumeChatJobs: { method: 'GET', path: `/jobs/chat/${conversationId}/stream` },
    deleteConversationJobs: { method: 'DELETE', path: `/jobs/chat/conversations/${conversationId}` },
    getJob: { method: 'GET', path: job },
    changeJob: { method: 'PATCH', path: job, body: { status: 'applied' } },
    putJob: { method: 'PUT', path: job, body: { notes: 'still private' } },
    starJob: { method: 'POST', path: `${job}/star`, body: { starred: true } },
    enrichJob: {
      method: 'POST',
      path: `${job}/enrich`,
      body: {
        html: '<script type="application/ld+json">{"@type":"JobPosting","title":"Engineer","hiringOrganization":"Private GmbH","employmentType":"FULL_TIME","description":"Work"}</script>',
      },
    },
    analyzeJob: { method: 'POST', path: `${job}/analyze`, body: { forceRefresh: true } },
    getAnalysis: { method: 'GET', path: `${job}/analysis` },
    prescoreJob: { method: 'GET', path: `${job}/prescore` },
    coverKeywords: { method: 'POST', path: `${job}/coverage`, body: { content: RESUME } },
    deleteJob: { method: 'DELETE', path: job },
    deleteResume: { method: 'DELETE', path: resume },
    // Last of all, because nothing works without a token.
    forgetDevice: { method: 'DELETE', path: '/auth/device' },
  };
}
