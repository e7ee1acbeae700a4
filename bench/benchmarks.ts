/** Every benchmark, in the order in which `npm run bench` runs them: first what people feel, then the parts. */
export interface Benchmark {
  /** Its file in this folder. */
  readonly name: string
  /** Arguments for about a hundredth of the size, which tests run: it must still measure something. */
  readonly small: readonly string[]
}

export const benchmarks: readonly Benchmark[] = [
  { name: 'campaign', small: ['1', '0.01'] },
  { name: 'import', small: ['1000', '1', 'csv', '20'] },
  { name: 'calls', small: ['0.2', '1'] },
  { name: 'rest', small: ['10000', '1'] },
  { name: 'hits', small: ['0.2', '1', '10000', '32'] },
  { name: 'start', small: ['1'] },
  { name: 'console', small: ['10000'] },
  { name: 'protocol', small: ['0.2', '1'] },
  { name: 'hostile', small: [] },
  { name: 'documents', small: ['10', '2'] },
  { name: 'stream', small: ['10000'] },
  { name: 'whole-answers', small: ['10000'] },
  { name: 'live-stream', small: ['20', '0.5', '1'] },
  { name: 'compose', small: ['1'] },
  { name: 'dkim', small: ['120'] },
  { name: 'smtp', small: ['200', '1'] },
  { name: 'delivery', small: ['300', '1'] },
  { name: 'returned', small: ['0.2'] },
  { name: 'returned-storm', small: ['200'] },
  { name: 'opt-out', small: ['600', '16'] },
  { name: 'mailbox', small: ['0.5', '4'] },
  { name: 'people', small: ['3', '10000'] },
  { name: 'search', small: ['10000', '50'] },
  { name: 'authorisation', small: ['0.2', '1'] },
  { name: 'rate-limit', small: ['20000', '1'] },
  { name: 'tracing', small: ['1'] },
  { name: 'metrics', small: ['15'] },
  { name: 'audit', small: ['0.2', '1', '10000'] },
  { name: 'overviews', small: ['10000'] },
  { name: 'deep-pages', small: ['10000'] },
  { name: 'previews', small: ['5'] },
  { name: 'mjml', small: ['2'] },
  { name: 'deletions', small: ['2'] },
  { name: 'audience', small: ['10000', '1'] },
  { name: 'drafts', small: ['3', '10000'] },
  { name: 'report', small: ['10000', '100'] },
  { name: 'approvals', small: ['10000', '2'] },
  { name: 'uploads', small: ['2', '1'] },
  { name: 'export', small: ['3000', '1'] },
  { name: 'bulk-change', small: ['10000'] },
  { name: 'outbox', small: ['10000', '10000'] },
  { name: 'subscriber-rows', small: ['10000'] },
  { name: 'fresh-rows', small: ['300'] },
  { name: 'backup', small: ['10000', '10', '1', '0'] },
]
