import type { VconnectInput } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useSwitchSource } from '../queries'

/** The backup of an input: whose stream the connects get, why, and a button to change it. */
export function StandbySection({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('V-Connect', 'Connector')
  const failed = useProblemToast(t('vconnect:page.standby.failed'))
  const change = useSwitchSource(input)
  const { environmentId, backup, standby } = input
  if (backup === null) return null
  const name = backup.name ?? t('vconnect:gone')
  const isOnBackup = standby?.source === 'backup'
  const next = isOnBackup ? 'own' : 'backup'
  return (
    <Section title={t('vconnect:page.backup')}>
      <p className="pt-3 text-13">
        <Link
          to="/$environmentId/v-connect/$inputId"
          params={{ environmentId, inputId: backup.id }}
          dir="auto"
          className="own-way font-mid text-act hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      </p>
      <div className="pt-2" role="status">
        {standby === null ? (
          <p className="text-13 text-ink-2">{t('vconnect:page.standby.idle')}</p>
        ) : (
          <StatusMark tone={isOnBackup ? 'warn' : 'good'}>
            {t(`vconnect:page.standby.${standby.source}`, { name: isolate(name) })}
          </StatusMark>
        )}
      </div>
      {standby?.reason && (
        <p className="pt-1 text-12 text-ink-3">
          {standby.since === null
            ? t(`vconnect:page.standby.reasons.${standby.reason}`)
            : t('vconnect:page.standby.why', {
                reason: t(`vconnect:page.standby.reasons.${standby.reason}`),
                time: format.stamp(standby.since),
              })}
        </p>
      )}
      {standby !== null && standby.delayMs > 0 && (
        <p className="tabular pt-1 text-12 text-ink-3">
          {t('vconnect:page.standby.delay', { value: format.number(standby.delayMs) })}
        </p>
      )}
      {rights.update && standby !== null && (
        <div className="pt-3">
          <Button
            size="small"
            onPress={() =>
              change.mutate(next, {
                onError: failed,
                onSuccess: () => toast({ text: t('vconnect:page.standby.asked'), tone: 'good' }),
              })
            }
          >
            {t(`vconnect:page.standby.${isOnBackup ? 'toOwn' : 'toBackup'}`)}
          </Button>
        </div>
      )}
    </Section>
  )
}
