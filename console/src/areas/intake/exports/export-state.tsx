import type { CloudExport, CloudExportState } from '@kinora/contract'
import { accountReasons } from '@kinora/contract/intake/values'
import { type Translate, useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Readonly<Record<CloudExportState, StatusTone>> = {
  queued: 'draft',
  running: 'planned',
  done: 'good',
  failed: 'bad',
}

/** The state of an export, and why it failed. */
export function ExportState({ of }: { readonly of: Pick<CloudExport, 'state' | 'reason'> }) {
  const t = useText()
  return (
    <>
      <StatusMark tone={tones[of.state]}>{t(`intake:exports.states.${of.state}`)}</StatusMark>
      {of.reason !== null && <span className="block text-12 text-ink-3">{reasonText(t, of.reason)}</span>}
    </>
  )
}

/** Faults of accounts, which are the same wherever they are used. */
const shared = [...accountReasons, 'missing', 'no-access', 'outside', 'too-slow'] as const
type Shared = (typeof shared)[number]

function reasonText(t: Translate, reason: NonNullable<CloudExport['reason']>): string {
  return isShared(reason) ? t(`intake:accounts.reasons.${reason}`) : t(`intake:exports.reasons.${reason}`)
}

function isShared(reason: NonNullable<CloudExport['reason']>): reason is Shared {
  return shared.some((each) => each === reason)
}
