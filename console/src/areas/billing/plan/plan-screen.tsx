import type { BillingPlan } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { SettingsPage } from '../../../ui/settings-page'
import { Skeleton } from '../../../ui/skeleton'
import { StatusMark } from '../../../ui/status-mark'
import { TextLink } from '../../../ui/text-link'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../identity'
import { plansQuery, useChangePlan } from '../queries'
import { PriceTable } from './price-table'

/** The plans that the organization can choose, with their prices. */
export function PlanScreen() {
  const t = useText()
  const { organization, environment } = useWorkspace()
  const plans = useQuery(plansQuery(organization.id))
  const { data } = plans
  return (
    <SettingsPage
      title={t('billing:plan.title')}
      crumbs={
        <Breadcrumbs>
          <TextLink to="/$environmentId/settings/billing" params={{ environmentId: environment.id }}>
            {t('billing:title')}
          </TextLink>
        </Breadcrumbs>
      }
    >
      {data ? (
        <div className="flex flex-col gap-8 pt-4">
          {data.items.map((plan) => (
            <Plan key={plan.id} plan={plan} isCurrent={plan.id === data.currentId} />
          ))}
        </div>
      ) : plans.error ? (
        <ListFault title={t('billing:plan.failed')} list={plans} />
      ) : (
        <div aria-busy className="pt-4">
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </SettingsPage>
  )
}

function Plan({ plan, isCurrent }: { readonly plan: BillingPlan; readonly isCurrent: boolean }) {
  const t = useText()
  const { update } = useRights('Settings', 'Billing', 'organization')
  const kinds = plan.freeEnvironments.map((type) => t(`kinds.${type}`)).join(', ')
  return (
    <Section title={plan.name} {...(kinds !== '' && { about: t('billing:plan.freeIn', { types: kinds }) })}>
      <div className="flex min-h-11 items-center">
        {isCurrent ? (
          <StatusMark tone="good">{t('billing:plan.current')}</StatusMark>
        ) : (
          update && <ChoosePlan plan={plan} />
        )}
      </div>
      <PriceTable plan={plan} />
    </Section>
  )
}

function ChoosePlan({ plan: { id, name } }: { readonly plan: BillingPlan }) {
  const t = useText()
  const { organization } = useWorkspace()
  const change = useChangePlan(organization.id)
  const showProblem = useProblemToast(t('billing:plan.notChosen'))
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" busy={change.isPending} onPress={() => setOpen(true)}>
        {t('billing:plan.choose', { plan: name })}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('billing:plan.chooseTitle', { plan: name })}
        confirm={t('billing:plan.choose', { plan: name })}
        cancel={t('billing:account.cancel')}
        onConfirm={() =>
          change.mutate(id, {
            onSuccess: () => toast({ text: t('billing:plan.chosen'), tone: 'good' }),
            onError: showProblem,
          })
        }
      >
        {t('billing:plan.chooseAbout')}
      </ConfirmDialog>
    </>
  )
}
