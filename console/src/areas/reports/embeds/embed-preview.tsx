import type { EmbedBody } from '@kinora/contract'
import { embedPreviewBody } from '@kinora/contract/reports/embeds'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Skeleton } from '../../../ui/skeleton'
import { Sheet } from '../form/sheet'
import { usePlace } from '../queries'
import { embedPreviewQuery } from './queries'

const typingPauseMs = 400

/** The embed as pages will show it. */
export function EmbedPreview({ body }: { readonly body: EmbedBody }) {
  const t = useText()
  const place = usePlace()
  const { metrics, filters, splitBy, range, timezone, language } = body
  const shown = { metrics, filters, splitBy, range, timezone, language }
  const text = useDebounced(JSON.stringify(shown), typingPauseMs)
  const asked = embedPreviewBody.safeParse(JSON.parse(text))
  const preview = useQuery({
    ...embedPreviewQuery(place, asked.data ?? shown),
    enabled: asked.success,
    placeholderData: (before) => before,
    // The first question starts the warehouse, which takes some seconds.
    retry: (failures, error) => failures < 10 && error instanceof Problem && error.passing,
    retryDelay: 3000,
  })
  return (
    <aside className="min-w-0 lg:sticky lg:top-4 lg:self-start">
      <p className="pb-3 text-13 text-ink-2">{t('reports:embeds.preview')}</p>
      {!asked.success ? (
        <p className="text-13 text-ink-3">{t('reports:preview.missing')}</p>
      ) : preview.data !== undefined ? (
        <Sheet document={preview.data} name={body.name} />
      ) : preview.isError ? (
        <p className="text-13 text-ink-2">{t('reports:preview.failed')}</p>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </aside>
  )
}
