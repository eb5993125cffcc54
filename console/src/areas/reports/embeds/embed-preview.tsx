import type { EmbedBody } from '@kinora/contract'
import { embedPreviewBody } from '@kinora/contract/reports/embeds'
import { api } from '../../../lib/api'
import { useText } from '../../../lib/i18n'
import { PreviewPane } from '../form/preview-pane'
import { usePlace } from '../queries'

/** The embed as pages will show it. */
export function EmbedPreview({ body }: { readonly body: EmbedBody }) {
  const t = useText()
  const { environmentId, organizationId } = usePlace()
  const { metrics, filters, splitBy, range, timezone, language } = body
  return (
    <PreviewPane
      title={t('reports:embeds.preview')}
      name={body.name}
      queryKey={['embed-preview', environmentId]}
      body={{ metrics, filters, splitBy, range, timezone, language }}
      schema={embedPreviewBody}
      load={(asked, signal) =>
        api('previewEmbed', { environmentId, params: { organizationId }, body: asked, signal })
      }
    />
  )
}
