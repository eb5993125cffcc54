const AT_MS = 1_796_000_000_000

/** A report of a player that begins a view: all fields that `POST /beacon/v1/views` needs. */
export function exampleReport(envKey: string) {
  return {
    envKey,
    sentAt: AT_MS,
    events: [
      {
        type: 'start',
        viewId: '0197e9f0-3c1a-7b52-9d4e-8a2f6c1b0e57',
        seq: 0,
        at: AT_MS,
        elapsedMs: 0,
        playbackId: 'PLAYBACKID',
        sessionId: '0197e9f0-41b7-7d10-8c55-2f0b9d6a7e13',
        viewerId: 'viewer-1',
        startupMs: null,
        watchMs: 0,
        playedMs: 0,
        rebufferMs: 0,
        rebuffers: 0,
        seekMs: 0,
        seeks: 0,
        kbit: 0,
        positionS: 0,
      },
    ],
  }
}

/** Code that sends the report. Players send one at the start, every 10 seconds and at the end, with totals so far. */
export function exampleCode(envKey: string, origin: string): string {
  const report = JSON.stringify(exampleReport(envKey), null, 2)
    .replaceAll(String(AT_MS), 'Date.now()')
    .replaceAll(/"[\da-f-]{36}"/g, 'crypto.randomUUID()')
    .replaceAll('\n', '\n  ')
  return `await fetch('${origin}/beacon/v1/views', {
  method: 'POST',
  keepalive: true,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${report}),
})`
}
