import type { EmbedBody } from '@kinora/contract'
import { embedBody } from '@kinora/contract/reports/embeds'
import { embedRanges, embedThemes, reportLimits } from '@kinora/contract/reports/values'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, NoAccess, useRights } from '../../identity'
import { FilterField } from '../form/filter-field'
import { MetricField } from '../form/metric-field'
import { LanguageField, SplitField } from '../form/shared-fields'
import { usePlace } from '../queries'
import { EmbedPreview } from './embed-preview'
import { useCreateEmbed } from './queries'
import { questionOf } from './question-of'

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
const DAY_MS = 86_400_000
const expiryDays = ['7', '30', '90', '365'] as const
const serverFields = ['name', 'sites', 'timezone', 'expiresAt'] as const

const after = (days: string) => new Date(Date.now() + Number(days) * DAY_MS).toISOString()

const route = getRouteApi('/$environmentId/embedded_reports_/new')

/** A new embed. Its question never changes, so there is no form to edit one. */
export function NewEmbedScreen() {
  const t = useText()
  const language = useLanguage()
  const rights = useRights('Embed Reports', 'Embed')
  const search = route.useSearch()
  const [initial] = useState<EmbedBody>(() => ({
    name: '',
    ...questionOf(search),
    timezone: zone,
    language,
    theme: 'auto',
    sites: [],
    expiresAt: after('90'),
  }))
  const title = t('reports:embeds.form.title')
  if (!rights.create) return <Page title={title} noAccess={<NoAccess what={t('reports:embedsTitle')} />} />
  return <EmbedForm title={title} initial={initial} />
}

interface EmbedFormProps {
  readonly title: string
  readonly initial: EmbedBody
}

function EmbedForm({ title, initial }: EmbedFormProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const { environmentId } = usePlace()
  const navigate = useNavigate()
  const create = useCreateEmbed()
  const form = useSchemaForm(embedBody, initial)
  const [days, setDays] = useState<(typeof expiryDays)[number]>('90')
  const name = useField(form, 'name')
  const sites = useField(form, 'sites')
  const metrics = useField(form, 'metrics')
  const filters = useField(form, 'filters')
  const splitBy = useField(form, 'splitBy')
  const range = useField(form, 'range')
  const language = useField(form, 'language')
  const theme = useField(form, 'theme')
  const send = form.handleSubmit((body) =>
    create.mutate(
      { ...body, expiresAt: after(days) },
      {
        onSuccess: ({ id, name: saved }) => {
          toast({ text: t('reports:embeds.form.created', { name: isolate(saved) }), tone: 'good' })
          void navigate({
            to: '/$environmentId/embedded_reports',
            params: { environmentId },
            search: { code: id },
            ignoreBlocker: true,
          })
        },
        onError: (error) => {
          if (error instanceof Problem && showFieldProblems(form, error, serverFields)) create.reset()
        },
      },
    ),
  )
  return (
    <Page
      title={title}
      actions={
        <>
          <LinkButton to="/$environmentId/embedded_reports" params={{ environmentId }}>
            {t('reports:embeds.form.cancel')}
          </LinkButton>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
            {t('reports:embeds.form.create')}
          </Button>
        </>
      }
    >
      <LeaveGuard
        active={form.formState.isDirty && !create.isSuccess}
        about={t('reports:embeds.form.leave')}
      />
      <div className="mt-4 grid gap-x-14 gap-y-8 border-t border-rule-2 pt-5 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <form id={formId} onSubmit={send} noValidate className="flex min-w-0 flex-col gap-5">
          <TextField
            {...name}
            autoFocus
            label={t('reports:embeds.form.name')}
            help={t('reports:embeds.form.nameHelp')}
            maxLength={reportLimits.nameLength}
          />
          <TagInput
            label={t('reports:embeds.form.sites')}
            value={sites.value}
            onChange={sites.onChange}
            help={t('reports:embeds.form.sitesHelp')}
            error={sites.error}
          />
          <MetricField value={metrics.value} onChange={metrics.onChange} error={metrics.error} />
          <FilterField value={filters.value} onChange={filters.onChange} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SplitField value={splitBy.value} onChange={splitBy.onChange} />
            <Select
              label={t('reports:embeds.form.range')}
              value={range.value}
              onChange={range.onChange}
              options={embedRanges.map((id) => ({ id, label: t(`reports:embeds.form.ranges.${id}`) }))}
            />
            <LanguageField value={language.value} onChange={language.onChange} />
            <Select
              label={t('reports:embeds.form.theme')}
              value={theme.value}
              onChange={theme.onChange}
              options={embedThemes.map((id) => ({ id, label: t(`reports:embeds.form.themes.${id}`) }))}
            />
            <Select
              label={t('reports:embeds.form.expires')}
              value={days}
              onChange={setDays}
              options={expiryDays.map((id) => ({ id, label: format.unit(Number(id), 'day', 0, 'long') }))}
            />
          </div>
          <p className="text-12 text-ink-3">{t('reports:embeds.form.rights')}</p>
          <FormProblem error={create.error} />
        </form>
        <EmbedPreview body={form.watch()} />
      </div>
    </Page>
  )
}
