import type { Portrait } from '@kinora/contract'
import { type Translate, useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Readonly<Record<Portrait['status'], StatusTone>> = {
  waiting: 'hollow',
  looking: 'planned',
  rendering: 'planned',
  ready: 'good',
  failed: 'bad',
}

export function PortraitStatus({ portrait: { status } }: { readonly portrait: Pick<Portrait, 'status'> }) {
  const t = useText()
  return <StatusMark tone={tones[status]}>{t(`portrait:states.${status}`)}</StatusMark>
}

/** Why a portrait has failed. */
export function failureText(t: Translate, reason: NonNullable<Portrait['reason']>): string {
  switch (reason) {
    case 'no-picture':
    case 'no-transcript':
    case 'video-failed':
    case 'vision-missing':
    case 'vision-failed':
    case 'result-deleted':
    case 'result-busy':
      return t(`portrait:failures.${reason}`)
    default:
      return t(`library:mediaErrors.${reason}`)
  }
}
