import type { ReportBody } from '@kinora/contract'
import { reportBody } from '@kinora/contract/reports/reports'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Skeleton } from '../../../ui/skeleton'
import { previewQuery, usePlace } from '../queries'
import { Sheet } from './sheet'

const typingPauseMs = 400

interface PreviewProps {
  readonly body: ReportBody
}

/** The report as its recipients will see it. */
export function Preview({ body }: PreviewProps) {
  const t = useText()
  const place = usePlace()
  // Who gets it, and whether it has a name yet, changes nothing in the figures.
  const shown = { ...body, name: 'Kinora', recipients: ['preview@example.com'], formats: [] }
  const text = useDebounced(JSON.stringify(shown), typingPauseMs)
  const asked = reportBody.safeParse(JSON.parse(text))
  const preview = useQuery({
    ...previewQuery(place, asked.data ?? shown),
    enabled: asked.success,
    placeholderData: (before) => before,
    // The first question starts the warehouse, which takes some seconds.
    retry: (failures, error) => failures < 10 && error instanceof Problem && error.passing,
    retryDelay: 3000,
  })
  return (
    <aside className="min-w-0 lg:sticky lg:top-4 lg:self-start">
      <p className="pb-3 text-13 text-ink-2">{t('reports:preview.title')}</p>
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
