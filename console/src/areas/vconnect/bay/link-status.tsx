import type { VconnectConnect, VconnectInput } from '@kinora/contract'
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

export function InputStatus({ input: { enabled, state } }: { readonly input: VconnectInput }) {
  const t = useText()
  if (!enabled) return <StatusMark tone="hollow">{t('vconnect:paused')}</StatusMark>
  return <StatusMark tone={inputTones[state]}>{t(`vconnect:inputStates.${state}`)}</StatusMark>
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
  return ({ enabled, reason, nextTryAt }: Pick<VconnectConnect, 'enabled' | 'reason' | 'nextTryAt'>) => {
    if (!enabled || reason === null) return null
    const why = t(`vconnect:reasons.${reason}`)
    if (nextTryAt === null) return why
    return `${why}, ${t('vconnect:next', { time: format.timeOfDay(nextTryAt) })}`
  }
}

/** The way of an input or destination, such as "SRT, listens". */
export function useKindText() {
  const t = useText()
  return ({ kind, mode }: Pick<VconnectInput, 'kind' | 'mode'>) =>
    kind === 'udp' ? 'UDP' : t(`vconnect:kinds.${mode}`)
}
