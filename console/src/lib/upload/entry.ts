import { newId } from '../new-id'
import type { Place, Remembered } from './remembered'
import { safeBytes, type Transfer } from './send'
import type { Clock, Sleeper } from './sleeper'
import { makeSleeper } from './sleeper'
import { nextSpeed, type Speed, secondsFor, standstill } from './speed'
import type { UploadState, UploadView } from './state'
import type { UploadWishes } from './transport'

/** What the queue knows of one upload. */
export interface Entry {
  readonly id: string
  readonly place: Place
  /** A remembered upload has none until its file is chosen again. */
  transfer: Transfer | undefined
  /** What the server is known to have of a remembered upload. */
  readonly before: { readonly record: Remembered; readonly safe: number } | undefined
  state: UploadState
  stop: AbortController
  readonly sleeper: Sleeper
  speed: Speed
  measured: { readonly at: number; readonly bytes: number } | undefined
}

export function newEntry(place: Place, clock: Clock, file: File, wishes: UploadWishes): Entry {
  return {
    ...blank(place, clock),
    transfer: newTransfer(place, file, wishes, undefined),
    before: undefined,
    state: { kind: 'waiting' },
  }
}

/** For an upload that was begun elsewhere. */
export function givenEntry(place: Place, clock: Clock, file: File, uploadId: string): Entry {
  const wishes = { playbackPolicy: 'public', folderId: null, isTest: false } as const
  const transfer = { ...newTransfer(place, file, wishes, uploadId), isGiven: true }
  return { ...blank(place, clock), transfer, before: undefined, state: { kind: 'waiting' } }
}

export function rememberedEntry(place: Place, clock: Clock, record: Remembered, safe: number): Entry {
  return { ...blank(place, clock), transfer: undefined, before: { record, safe }, state: { kind: 'asleep' } }
}

export function newTransfer(
  place: Place,
  file: File,
  { playbackPolicy, folderId, isTest }: UploadWishes,
  uploadId: string | undefined,
): Transfer {
  return {
    environmentId: place.environmentId,
    file,
    playbackPolicy,
    folderId,
    isTest,
    idempotencyKey: newId(),
    uploadId,
    isGiven: false,
    upload: undefined,
    whole: new Map(),
    moving: new Map(),
  }
}

export function uploadIdOf({ transfer, before }: Entry): string | undefined {
  return transfer?.upload?.uploadId ?? transfer?.uploadId ?? before?.record.uploadId
}

/** Takes the measure of how fast it goes; standing still starts the measuring anew. */
export function measure(entry: Entry, now: number): void {
  if (entry.state.kind !== 'sending') {
    entry.speed = standstill
    entry.measured = undefined
    return
  }
  const bytes = sentBytes(entry)
  if (entry.measured) {
    entry.speed = nextSpeed(entry.speed, bytes - entry.measured.bytes, now - entry.measured.at)
  }
  entry.measured = { at: now, bytes }
}

export function viewOf(entry: Entry): UploadView {
  const { id, place, transfer, before, state, speed } = entry
  const fileSize = transfer?.file.size ?? before?.record.fileSize ?? 0
  const sent = Math.min(fileSize, sentBytes(entry))
  return {
    id,
    environmentId: place.environmentId,
    fileName: transfer?.file.name ?? before?.record.fileName ?? '',
    fileSize,
    contentId: transfer?.upload?.contentId ?? before?.record.contentId,
    isTest: transfer?.isTest ?? before?.record.isTest ?? false,
    state,
    sent,
    safe: safeOf(entry),
    bytesPerSecond: speed.bytesPerSecond,
    secondsLeft: state.kind === 'sending' ? secondsFor(fileSize - sent, speed) : undefined,
  }
}

function sentBytes(entry: Entry): number {
  const moving = [...(entry.transfer?.moving.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0)
  return safeOf(entry) + moving
}

function safeOf({ transfer, before }: Entry): number {
  return transfer?.upload ? safeBytes(transfer) : (before?.safe ?? 0)
}

function blank(place: Place, clock: Clock) {
  return {
    id: newId(),
    place,
    stop: new AbortController(),
    sleeper: makeSleeper(clock),
    speed: standstill,
    measured: undefined,
  }
}
