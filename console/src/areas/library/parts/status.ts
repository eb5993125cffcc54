import type { Content, Rendition } from '@kinora/contract'
import type { Translate } from '../../../lib/i18n'
import type { StatusTone } from '../../../ui/status-mark'

export interface Status {
  readonly tone: StatusTone
  readonly word: string
  /** The current step, shown beside the word. */
  readonly stage?: string
  /** From 0 to 1; undefined if the stage reports none. */
  readonly progress?: number
  readonly note?: string
}

type Shown = Pick<Content, 'status' | 'stage' | 'playable' | 'progress' | 'error' | 'renditions'>

/** The status of a video in words, with its stage, whether it is already playable, or its error. */
export function statusOf(t: Translate, content: Shown): Status {
  const { status, stage, playable, progress, error } = content
  if (status === 'failed') {
    return { tone: 'bad', word: t('library:status.failed'), ...(error && { note: errorText(t, error) }) }
  }
  if (stage === null) {
    const failed = content.renditions.filter((rendition) => rendition.status === 'failed').length
    return {
      tone: 'good',
      word: t('library:status.ready'),
      ...(failed > 0 && { note: t('library:status.someFailed', { count: failed }) }),
    }
  }
  const words = {
    word: t(status === 'pending' ? 'library:status.pending' : 'library:status.processing'),
    stage: t(`library:stage.${stage}`),
  }
  if (stage === 'queued' || stage === 'uploading') return { tone: 'hollow', ...words }
  const measured = stage === 'encoding' || stage === 'packaging' || (stage === 'downloading' && progress > 0)
  return {
    tone: 'warn',
    ...words,
    ...(measured && { progress }),
    ...(playable && { note: t('library:status.watchable') }),
  }
}

/** The word and the stage in one text, for narrow places. */
export function statusText({ word, stage }: Status): string {
  return stage === undefined ? word : `${word} · ${stage}`
}

/** Whether a file can be downloaded: the source, or the renditions of a test video or a recording. */
export function isDownloadable(content: Content): boolean {
  const { source, trashedAt, status, isTest, renditions } = content
  if (isTest || isRecorded(content))
    return trashedAt === null && renditions.some((one) => one.status === 'ready')
  return source.size !== null && trashedAt === null && status !== 'pending'
}

/** Whether a retry can help: for the whole video or for single renditions. */
export function isRetryable({ status, error, renditions }: Content): boolean {
  if (status === 'failed') return error?.retryable ?? false
  return status === 'ready' && renditions.some((one) => one.status === 'failed' && one.error?.retryable)
}

export function errorText(t: Translate, error: NonNullable<Content['error'] | Rendition['error']>): string {
  return t(`library:mediaErrors.${error.id}`)
}

/** A recording of a live stream, also one that was kept as a video: it has no source file. */
export function isRecorded({ category, status, source }: Content): boolean {
  return category === 'LiveRecording' || (status === 'ready' && source.size === null)
}

/** Whether the video can be encoded again: it is complete and not being re-encoded. */
export function isReencodable(content: Content): boolean {
  const { status, stage, trashedAt, reencode } = content
  if (isRecorded(content)) return false
  return status === 'ready' && stage === null && trashedAt === null && reencode?.status !== 'running'
}

/** Whether its file can be replaced: it is not being processed, whether it succeeded or failed. */
export function isReplaceable(content: Content): boolean {
  const { status, stage, trashedAt, isTest, reencode } = content
  if (isRecorded(content)) return false
  const isMade = (status === 'ready' || status === 'failed') && stage === null
  return isMade && !isTest && trashedAt === null && reencode?.status !== 'running'
}
