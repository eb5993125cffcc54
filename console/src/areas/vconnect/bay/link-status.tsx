import type { VconnectConnect, VconnectDestination, VconnectInput } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const inputTones: Readonly<Record<VconnectInput['state'], StatusTone>> = {
  idle: 'hollow',
  listening: 'hollow',
  connecting: 'draft',
  receiving: 'good',
  lost: 'warn',
}
const connectTones: Readonly<Record<VconnectConnect['state'], StatusTone>> = {
  idle: 'hollow',
  connecting: 'draft',
  sending: 'good',
  failing: 'warn',
}

export function InputStatus({ input: { enabled, kind, state } }: { readonly input: VconnectInput }) {
  const t = useText()
  if (!enabled) return <StatusMark tone="hollow">{t('vconnect:paused')}</StatusMark>
  const shown = kind === 'livestream' && state === 'listening' ? 'waiting' : state
  return <StatusMark tone={inputTones[state]}>{t(`vconnect:inputStates.${shown}`)}</StatusMark>
}

/** Says that the connects of an input get the stream of its backup. */
export function BackupMark({ input: { standby } }: { readonly input: VconnectInput }) {
  const t = useText()
  if (standby?.source !== 'backup') return null
  return <span className="shrink-0 text-12 text-warn">{t('vconnect:onBackup')}</span>
}

export function ConnectStatus({ connect: { enabled, state } }: { readonly connect: VconnectConnect }) {
  const t = useText()
  if (!enabled) return <StatusMark tone="hollow">{t('vconnect:paused')}</StatusMark>
  return <StatusMark tone={connectTones[state]}>{t(`vconnect:connectStates.${state}`)}</StatusMark>
}

/** Says why an input or a connect does not work, and when the next try is. */
export function useReasonText() {
  const t = useText()
  const format = useFormat()
  return ({
    enabled,
    reason,
    detail,
    nextTryAt,
  }: Pick<VconnectConnect, 'enabled' | 'reason' | 'detail' | 'nextTryAt'>) => {
    if (!enabled || reason === null) return null
    const said = detail === null ? '' : ` (${isolate(detail)})`
    const why = `${t(`vconnect:reasons.${reason}`)}${said}`
    if (nextTryAt === null) return why
    return `${why}, ${t('vconnect:next', { time: format.timeOfDay(nextTryAt) })}`
  }
}

/** The other side of an end: its address, or the name of a live stream. */
export function useEndText() {
  const t = useText()
  return ({ address, livestream }: Pick<VconnectDestination, 'address' | 'livestream'>) =>
    livestream === null ? address : (livestream.name ?? t('vconnect:gone'))
}

/** The way of an input or destination, such as "SRT, listens". */
export function useKindText() {
  const t = useText()
  return ({ kind, mode, address }: Pick<VconnectDestination, 'kind' | 'mode' | 'address'>) => {
    if (kind === 'srt') return t(`vconnect:kinds.${mode}`)
    if (kind === 'livestream') return t('vconnect:kinds.livestream')
    if (kind !== 'rtmp') return kind.toUpperCase()
    return address.toLowerCase().startsWith('rtmps:') ? 'RTMPS' : 'RTMP'
  }
}
