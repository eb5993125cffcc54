import type { ReceivedEvent } from '../deltas/deltas.ts'

/** Age above which events no longer count as current viewers. */
const MAX_DELAY_MS = 15_000
/** Event types after which a view is inactive until its next event. */
const LEAVING: readonly ReceivedEvent['type'][] = ['pause', 'end', 'error']

/** The row of `view_events`: the event as received. */
export function eventRow(event: ReceivedEvent): Record<string, unknown> {
  return {
    environment_id: event.environmentId,
    view_id: event.viewId,
    seq: event.seq,
    received_at: event.receivedMs,
    at: event.atMs,
    elapsed_ms: event.elapsedMs,
    type: event.type,
    value: event.value,
    error_code: event.errorCode ?? '',
    position_s: event.positionS,
    watch_ms: event.watchMs,
    rebuffer_ms: event.rebufferMs,
  }
}

/** Rows of `presence`, from which concurrent views are counted. */
export function presenceRows(events: readonly ReceivedEvent[]): Record<string, unknown>[] {
  return events
    .filter(({ receivedMs, atMs, facts }) => receivedMs - atMs <= MAX_DELAY_MS && facts.is_bot === 0)
    .map(({ environmentId, receivedMs, viewId, seq, type, facts }) => ({
      environment_id: environmentId,
      received_at: receivedMs,
      view_id: viewId,
      seq,
      is_present: LEAVING.includes(type) ? 0 : 1,
      object_id: facts.object_id,
      kind: facts.kind,
      country: facts.country,
      device_type: facts.device_type,
    }))
}

/** Rows of `played_ranges`, for events of videos with played ranges.
 * @param startOf start of the view of an event, in milliseconds since 1970 */
export function playedRows(
  events: readonly ReceivedEvent[],
  startOf: (event: ReceivedEvent) => number | undefined,
): Record<string, unknown>[] {
  return events
    .filter(({ played, facts }) => played.length > 0 && facts.kind === 'video' && facts.is_bot === 0)
    .map((event) => ({
      environment_id: event.environmentId,
      object_id: event.facts.object_id,
      view_id: event.viewId,
      started_at: startOf(event) ?? event.atMs - event.elapsedMs,
      seq: event.seq,
      ranges: event.played,
    }))
}
