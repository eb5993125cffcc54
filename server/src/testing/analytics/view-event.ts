import { randomUUID } from 'node:crypto'
import { beaconLimits, type ViewEvent } from '@kinora/contract'

/** The first event of a new view. */
export function viewEventOf(playbackId: string, change: Partial<ViewEvent> = {}): ViewEvent {
  return {
    type: 'start',
    viewId: randomUUID(),
    seq: 0,
    at: Date.now(),
    elapsedMs: 0,
    playbackId,
    sessionId: randomUUID(),
    viewerId: randomUUID(),
    programme: '',
    partner: '',
    custom: [],
    model: '',
    playerVersion: '1',
    pageHost: 'example.com',
    startupMs: null,
    watchMs: 0,
    playedMs: 0,
    rebufferMs: 0,
    rebuffers: 0,
    seekMs: 0,
    seeks: 0,
    kbit: 0,
    ratedMs: null,
    positionS: 0,
    played: [],
    upscaledMs: 0,
    downscaledMs: 0,
    mediaAt: null,
    value: null,
    errorCode: null,
    ...change,
  }
}

/** The user agent of a phone. Without one of a browser, views count as those of bots. */
const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

/** Sends events in requests of at most the allowed number. Returns the status of the last response. */
export async function sendViewEvents(
  url: string,
  events: readonly ViewEvent[],
  { userAgent = BROWSER, nowMs = Date.now(), headers = {} } = {},
): Promise<number> {
  let status = 0
  for (let at = 0; at < events.length; at += beaconLimits.events) {
    const response = await fetch(`${url}/beacon/v1/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
      body: JSON.stringify({ sentAt: nowMs, events: events.slice(at, at + beaconLimits.events) }),
    })
    status = response.status
  }
  return status
}
