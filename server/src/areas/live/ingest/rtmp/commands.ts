import type { AmfObject, AmfValue } from '../../../../platform/transport/rtmp/amf0.ts'
import type { RtmpCommand } from '../../../../platform/transport/rtmp/commands.ts'
import { MAX_NAME_CHARS } from '../../../../platform/transport/rtmp/limits.ts'
import { command } from '../../../../platform/transport/rtmp/messages.ts'
import { ACCEPTED_FOUR_CCS } from '../accepted-codecs.ts'

export interface ConnectArguments {
  readonly app: string
  readonly encoder: string
  /** Whether the client supports Enhanced RTMP. */
  readonly isEnhanced: boolean
}

export function readConnect({ args: [properties] }: RtmpCommand): ConnectArguments {
  const fields: AmfObject = properties instanceof Map ? properties : new Map()
  return {
    app: textOf(fields.get('app')),
    // The name is shown and logged.
    encoder: textOf(fields.get('flashVer'))
      .replace(/\p{Cc}/gu, '')
      .slice(0, MAX_NAME_CHARS),
    isEnhanced: fields.has('fourCcList') || fields.has('videoFourCcInfoMap'),
  }
}

export function connectResult(transactionId: number, isEnhanced: boolean): Buffer {
  const properties = { fmsVer: 'FMS/3,5,7,7009', capabilities: 31, mode: 1 }
  const information = {
    level: 'status',
    code: 'NetConnection.Connect.Success',
    description: 'Connection succeeded.',
    objectEncoding: 0,
  }
  const enhanced = isEnhanced ? { fourCcList: ACCEPTED_FOUR_CCS } : {}
  return command(0, '_result', transactionId, properties, { ...information, ...enhanced })
}

/** Stream key of a `publish` command: the last part of its name, without the query. If the name is empty, the key is
 * the end of the app, where some encoders put the whole URL. Empty without a key. */
export function streamKeyOf({ args: [, name] }: RtmpCommand, app: string): string {
  return rtmpKeyOf(textOf(name), app)
}

/** The same for the name itself. */
export function rtmpKeyOf(name: string, app: string): string {
  const key = lastPart(name)
  const inApp = app.includes('/') ? lastPart(app) : ''
  const streamKey = key === '' ? inApp : key
  return streamKey.length > MAX_NAME_CHARS ? '' : streamKey
}

/** Whether the name of a `publish` command or the app ends with `?backup=1`. */
export function isBackup({ args: [, name] }: RtmpCommand, app: string): boolean {
  return [textOf(name), app].some((path) => {
    const [, query = ''] = path.split('?', 2)
    return query.length <= MAX_NAME_CHARS && new URLSearchParams(query).get('backup') === '1'
  })
}

function lastPart(path: string): string {
  return path.replace(/\?.*$/s, '').replace(/\/+$/, '').split('/').at(-1) ?? ''
}

function textOf(value: AmfValue): string {
  return typeof value === 'string' ? value : ''
}
