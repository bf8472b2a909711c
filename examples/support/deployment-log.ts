/** What a tool that reads logs returns: 6,000 lines, of which one matters. */
export const deploymentLog: string = Array.from({ length: 6_000 }, (_, at) =>
  at === 4_217
    ? '2026-03-01T11:30:00Z worker-3 FATAL cannot write /var/lib/app/state: disk full'
    : `2026-03-01T10:${String(Math.floor(at / 100)).padStart(2, '0')}:00Z worker-${at % 8} INFO step ${at} of the deployment done`
).join('\n')
