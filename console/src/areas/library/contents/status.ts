import type { Content, Rendition } from '@kinora/contract'
import type { Translate } from '../../../lib/i18n'
import type { StatusTone } from '../../../ui/status-mark'

export interface Status {
  readonly tone: StatusTone
  readonly word: string
  /** 0 to 1 where the work tells how far it is. */
  readonly progress?: number
  readonly note?: string
}

/** Where a video is, in words: what is being done, that it can be watched already, or why it failed. */
export function statusOf(t: Translate, content: Content): Status {
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
  if (stage === 'queued' || stage === 'uploading')
    return { tone: 'hollow', word: t(`library:stage.${stage}`) }
  const measured = stage === 'encoding' || stage === 'packaging' || (stage === 'downloading' && progress > 0)
  return {
    tone: 'warn',
    word: t(`library:stage.${stage}`),
    ...(measured && { progress }),
    ...(playable && { note: t('library:status.watchable') }),
  }
}

/** There is something of it to take home: the file that came, or of a test what was made of it. */
export function isDownloadable({ source, trashedAt, status, isTest, renditions }: Content): boolean {
  if (isTest) return trashedAt === null && renditions.some((one) => one.status === 'ready')
  return source.size !== null && trashedAt === null && status !== 'pending'
}

/** True where trying again can help: the whole video, or single renditions of it. */
export function isRetryable({ status, error, renditions }: Content): boolean {
  if (status === 'failed') return error?.retryable ?? false
  return status === 'ready' && renditions.some((one) => one.status === 'failed' && one.error?.retryable)
}

export function errorText(t: Translate, error: NonNullable<Content['error'] | Rendition['error']>): string {
  return t(`library:mediaErrors.${error.id}`)
}

/** All of it was made, and it is not being made again. */
export function isReencodable({ status, stage, trashedAt, reencode }: Content): boolean {
  return status === 'ready' && stage === null && trashedAt === null && reencode?.status !== 'running'
}

/** Another file can take its place: nothing is being made of it, also where nothing could be. */
export function isReplaceable({ status, stage, trashedAt, isTest, reencode }: Content): boolean {
  const isMade = (status === 'ready' || status === 'failed') && stage === null
  return isMade && !isTest && trashedAt === null && reencode?.status !== 'running'
}
