import type { AlertRule } from '@kinora/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Page } from '../../../ui/page'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useRights } from '../../identity'
import { RuleState } from '../list/rule-state'
import { usePlace, useSaveRule } from '../queries'
import { bodyOf, type Draft, draftFaults, draftOf, emptyDraft } from './draft'
import { Preview } from './preview'
import { SideFields } from './side-fields'
import { Templates } from './templates-list'
import { ThenFields } from './then-fields'
import { WhenFields } from './when-fields'

/** The page of a rule: a form with a preview. @param rule null for a new one */
export function RuleForm({ rule }: { readonly rule: AlertRule | null }) {
  const t = useText()
  const formId = useId()
  const place = usePlace()
  const navigate = useNavigate()
  const rights = useRights('Alerts', 'Alert')
  const [start, setStart] = useState<Draft>(() => (rule === null ? emptyDraft : draftOf(rule)))
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const save = useSaveRule(rule?.id ?? null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  const mayChange = rule === null ? rights.create : rights.update
  const faults = tried ? draftFaults(t, draft) : {}
  const change = (next: Draft) => {
    setTried(false)
    setDraft(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(draftFaults(t, draft)).length > 0) return
    save.mutate(bodyOf(draft), {
      onSuccess: (saved) => {
        toast({ text: t('alerts:form.saved', { name: isolate(saved.name) }), tone: 'good' })
        setStart(draft)
        void navigate({
          to: '/$environmentId/alerts',
          params: { environmentId: place.environmentId },
          search: {},
          ignoreBlocker: true,
        })
      },
    })
  }
  const title = rule?.name ?? t('alerts:form.new')
  return (
    <Page
      title={title}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/alerts" params={{ environmentId: place.environmentId }} search={{}}>
            {t('alerts:list.title')}
          </Link>
        </Breadcrumbs>
      }
      beside={rule && <RuleState rule={rule} />}
      actions={
        mayChange && (
          <>
            {isDirty && (
              <>
                <span className="self-center text-12 text-ink-3 max-sm:hidden">
                  {t('alerts:form.unsaved')}
                </span>
                <Button onPress={() => change(start)}>{t('alerts:form.discard')}</Button>
              </>
            )}
            <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
              {t('alerts:form.save')}
            </Button>
          </>
        )
      }
    >
      <ChangedBy rule={rule} />
      <LeaveGuard active={isDirty && !save.isSuccess} about={title} />
      <form id={formId} onSubmit={submit} noValidate>
        <fieldset
          disabled={!mayChange}
          className="grid grid-cols-[minmax(0,1fr)_20.5rem] gap-x-12 gap-y-8 pt-5 max-lg:grid-cols-1"
        >
          <div className="flex min-w-0 flex-col gap-7">
            {rule === null && <Templates onChoose={(next) => change({ ...emptyDraft, ...next })} />}
            <section aria-label={t('alerts:form.when')}>
              <h2 className="text-14 font-head">{t('alerts:form.when')}</h2>
              <WhenFields draft={draft} onChange={change} faults={faults} />
            </section>
            <Preview draft={draft} />
            <section aria-label={t('alerts:form.then')}>
              <h2 className="text-14 font-head">{t('alerts:form.then')}</h2>
              <ThenFields draft={draft} onChange={change} faults={faults} />
            </section>
            <FormProblem error={save.error} />
          </div>
          <SideFields draft={draft} onChange={change} faults={faults} />
        </fieldset>
      </form>
    </Page>
  )
}

function ChangedBy({ rule }: { readonly rule: AlertRule | null }) {
  const t = useText()
  const format = useFormat()
  if (rule === null) return null
  const { changedBy, changedAt } = rule
  return (
    <p className="text-12 text-ink-3">
      {t('alerts:form.changedBy', { name: isolate(changedBy), at: format.moment(changedAt) })}
    </p>
  )
}
