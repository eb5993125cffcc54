import type { Upload } from '@kinora/contract'
import { newId } from '@kinora/contract/new-id'
import { Problem } from '../../problem'
import { bytesIn, wholeParts } from '../parts'
import type { Remembered, UploadMemory, UploadScope } from '../remembered'
import { safeBytes, type Transfer } from '../send'
import type { Clock, Sleeper } from '../sleeper'
import { makeSleeper } from '../sleeper'
import { nextSpeed, type Speed, secondsFor, standstill } from '../speed'
import type { UploadState, UploadView } from '../state'
import type { UploadOptions } from '../transport'

export const defaultOptions: UploadOptions = {
  playbackPolicy: 'public',
  folderId: null,
  encodingProfileId: null,
  isTest: false,
}

/** One upload in the queue. */
export interface Entry {
  readonly id: string
  readonly scope: UploadScope
  /** Undefined for a remembered upload until its file is selected again. */
  transfer: Transfer | undefined
  /** The bytes that the server has of a remembered upload. */
  readonly before:
    | { readonly record: Remembered; readonly kind: Upload['kind']; readonly safe: number }
    | undefined
  state: UploadState
  stop: AbortController
  readonly sleeper: Sleeper
  speed: Speed
  measured: { readonly at: number; readonly bytes: number } | undefined
  /** The most bytes measured so far. */
  reached: number
}

export function newEntry(scope: UploadScope, clock: Clock, file: File, options: UploadOptions): Entry {
  return {
    ...blank(scope, clock),
    transfer: newTransfer(scope, file, options, undefined),
    before: undefined,
    state: { kind: 'waiting' },
  }
}

/** An entry for an upload that another part of the console created. */
export function existingUploadEntry(scope: UploadScope, clock: Clock, file: File, uploadId: string): Entry {
  const transfer = { ...newTransfer(scope, file, defaultOptions, uploadId), isGiven: true }
  return { ...blank(scope, clock), transfer, before: undefined, state: { kind: 'waiting' } }
}

export function rememberedEntry(scope: UploadScope, clock: Clock, record: Remembered, upload: Upload): Entry {
  const before = { record, kind: upload.kind, safe: bytesIn(upload, wholeParts(upload).keys()) }
  return { ...blank(scope, clock), transfer: undefined, before, state: { kind: 'asleep' } }
}

/** Whether the file belongs to an upload that lacks one: it was created earlier, or its file became unreadable. */
export function isFileOf(file: File, { transfer, before, state }: Entry): boolean {
  const isWanted = state.kind === 'asleep' || (state.kind === 'failed' && state.why === 'file-gone')
  if (!isWanted) return false
  if (transfer) return isSameFile(file, transfer.file)
  return file.name === before?.record.fileName && file.size === before.record.fileSize
}

export function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}

export function newTransfer(
  scope: UploadScope,
  file: File,
  { playbackPolicy, folderId, encodingProfileId, isTest }: UploadOptions,
  uploadId: string | undefined,
): Transfer {
  return {
    environmentId: scope.environmentId,
    file,
    playbackPolicy,
    folderId,
    encodingProfileId,
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

/** Whether the server has deleted the upload. */
export function isDeleted(error: unknown): boolean {
  return error instanceof Problem && error.id === 'not-found'
}

/** Removes an entry's upload from this device. */
export function discardRecord(memory: UploadMemory, entry: Entry): void {
  const uploadId = uploadIdOf(entry)
  if (uploadId !== undefined) memory.discard(entry.scope, uploadId)
}

/** Measures the speed; an upload that is not moving restarts the measurement. */
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
  entry.reached = Math.max(entry.reached, bytes)
}

export function viewOf(entry: Entry): UploadView {
  const { id, scope, transfer, before, state, speed } = entry
  const fileSize = transfer?.file.size ?? before?.record.fileSize ?? 0
  const sent = Math.min(fileSize, sentBytes(entry))
  return {
    id,
    environmentId: scope.environmentId,
    kind: transfer?.upload?.kind ?? before?.kind ?? 'source',
    fileName: transfer?.file.name ?? before?.record.fileName ?? '',
    fileSize,
    contentId: transfer?.upload?.contentId ?? before?.record.contentId,
    isTest: transfer?.isTest ?? before?.record.isTest ?? false,
    state,
    sent,
    safe: safeOf(entry),
    reached: Math.min(fileSize, Math.max(entry.reached, sent)),
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

function blank(scope: UploadScope, clock: Clock) {
  return {
    id: newId(),
    scope,
    stop: new AbortController(),
    sleeper: makeSleeper(clock),
    speed: standstill,
    measured: undefined,
    reached: 0,
  }
}
