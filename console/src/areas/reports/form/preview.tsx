import type { ReportBody } from '@kinora/contract'
import { reportBody } from '@kinora/contract/reports/reports'
import { api } from '../../../lib/api'
import { useText } from '../../../lib/i18n'
import { type ReportInput, usePlace } from '../queries'
import { PreviewPane } from './preview-pane'

/** The report as its recipients will see it. */
export function Preview({ body }: { readonly body: ReportBody }) {
  const t = useText()
  const { environmentId, organizationId } = usePlace()
  // Receivers, name and formats change nothing in the figures.
  const { webhookUrl: _url, ...rest } = body
  const shown: ReportInput = { ...rest, name: 'Kinora', recipients: ['preview@example.com'], formats: [] }
  return (
    <PreviewPane
      title={t('reports:preview.title')}
      name={body.name}
      queryKey={['report-preview', environmentId]}
      body={shown}
      schema={reportBody}
      load={(asked, signal) =>
        api('previewReport', { environmentId, params: { organizationId }, body: asked, signal })
      }
    />
  )
}
