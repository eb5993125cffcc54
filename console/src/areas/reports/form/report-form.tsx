import type { Report, ReportBody, SavedReport } from '@kinora/contract'
import { reportBody } from '@kinora/contract/reports/reports'
import { reportFormats, reportLimits } from '@kinora/contract/reports/values'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { isAddressRefused, Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { LeaveGuard } from '../../../ui/leave-guard'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { SecretDialog } from '../../../ui/secret-dialog'
import { SecretField } from '../../../ui/secret-field'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { AnalyticsCrumb, ReportsCrumb } from '../list/analytics-crumb'
import { usePlace, useSaveReport } from '../queries'
import { FieldGroup } from './field-group'
import { FilterField } from './filter-field'
import { MetricField } from './metric-field'
import { Preview } from './preview'
import { ScheduleFields } from './schedule-fields'
import { LanguageField, SplitField } from './shared-fields'
import { WebhookField } from './webhook-field'

const serverFields = ['name', 'recipients', 'webhookUrl', 'timezone', 'from', 'to'] as const

interface ReportFormProps {
  /** Report to edit. Null for a new one. */
  readonly report: Report | null
  readonly initial: ReportBody
}

/** The fields of a report, with what it would show beside them. */
export function ReportForm({ report, initial }: ReportFormProps) {
  const t = useText()
  const formId = useId()
  const { environmentId } = usePlace()
  const navigate = useNavigate()
  const save = useSaveReport(report?.id ?? null)
  const form = useSchemaForm(reportBody, initial)
  const name = useField(form, 'name')
  const recipients = useField(form, 'recipients')
  const webhook = useField(form, 'webhookUrl')
  const [saved, setSaved] = useState<SavedReport>()
  const metrics = useField(form, 'metrics')
  const filters = useField(form, 'filters')
  const splitBy = useField(form, 'splitBy')
  const formats = useField(form, 'formats')
  const language = useField(form, 'language')
  const open = ({ id: reportId }: SavedReport) =>
    void navigate({
      to: '/$environmentId/cdn_analytics/reports/$reportId',
      params: { environmentId, reportId },
      search: {},
      ignoreBlocker: true,
    })
  const send = form.handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: (done) => {
        toast({ text: t('reports:form.saved', { name: isolate(done.name) }), tone: 'good' })
        if (done.webhookSecret === null) open(done)
        else setSaved(done)
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, serverFields)) save.reset()
      },
    }),
  )
  const title = t(report === null ? 'reports:form.create' : 'reports:form.edit')
  return (
    <Page
      title={title}
      crumbs={
        <Breadcrumbs>
          <AnalyticsCrumb environmentId={environmentId} />
          <ReportsCrumb environmentId={environmentId} />
        </Breadcrumbs>
      }
      actions={
        <>
          {report === null ? (
            <LinkButton to="/$environmentId/cdn_analytics/reports" params={{ environmentId }}>
              {t('reports:form.cancel')}
            </LinkButton>
          ) : (
            <LinkButton
              to="/$environmentId/cdn_analytics/reports/$reportId"
              params={{ environmentId, reportId: report.id }}
            >
              {t('reports:form.cancel')}
            </LinkButton>
          )}
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            {t('reports:form.save')}
          </Button>
        </>
      }
    >
      {saved?.webhookSecret != null && (
        <SecretDialog
          title={t('reports:form.secret')}
          about={saved.name}
          warning={t('reports:form.secretAbout')}
          onDone={() => open(saved)}
        >
          <SecretField secret label={t('reports:form.secret')} value={saved.webhookSecret} />
        </SecretDialog>
      )}
      <LeaveGuard active={form.formState.isDirty && !save.isSuccess} about={t('reports:form.leave')} />
      <div className="grid gap-x-14 gap-y-8 border-t border-rule-2 pt-5 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <form id={formId} onSubmit={send} noValidate className="flex min-w-0 flex-col gap-5">
          <TextField
            {...name}
            autoFocus={report === null}
            label={t('reports:form.name')}
            help={t('reports:form.nameHelp')}
            maxLength={reportLimits.nameLength}
          />
          <TagInput
            label={t('reports:form.recipients')}
            value={recipients.value}
            onChange={recipients.onChange}
            help={t('reports:form.recipientsHelp')}
            error={recipients.error}
          />
          <WebhookField
            {...webhook}
            host={report?.webhookHost ?? null}
            {...(isAddressRefused(save.error) && { error: problemText(t, save.error) })}
            onChange={(url) => {
              webhook.onChange(url)
              save.reset()
            }}
          />
          <ScheduleFields form={form} />
          <MetricField value={metrics.value} onChange={metrics.onChange} error={metrics.error} />
          <FilterField value={filters.value} onChange={filters.onChange} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SplitField value={splitBy.value} onChange={splitBy.onChange} />
            <LanguageField value={language.value} onChange={language.onChange} />
          </div>
          <FieldGroup label={t('reports:form.attach')}>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {reportFormats.map((id) => (
                <Checkbox
                  key={id}
                  checked={formats.value.includes(id)}
                  onChange={(on) =>
                    formats.onChange(
                      reportFormats.filter((one) => (one === id ? on : formats.value.includes(one))),
                    )
                  }
                >
                  {t(`reports:form.formats.${id}`)}
                </Checkbox>
              ))}
            </div>
          </FieldGroup>
          <FormProblem error={isAddressRefused(save.error) ? null : save.error} />
        </form>
        <Preview body={form.watch()} />
      </div>
    </Page>
  )
}
