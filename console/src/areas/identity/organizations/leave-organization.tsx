import type { Organization } from '@kinora/contract'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog')).LeaveDialog }))

/** The button to leave an organization. */
export function LeaveOrganization({ organization }: { readonly organization: Organization }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t('identity:settings.leave')} about={t('identity:settings.leaveWhat')}>
      <div className="pt-4">
        <Button onPress={() => setAsking(true)}>{t('identity:settings.leaveOpen')}</Button>
      </div>
      <Suspense>
        {asking && <LeaveDialog organization={organization} onClose={() => setAsking(false)} />}
      </Suspense>
    </Section>
  )
}
