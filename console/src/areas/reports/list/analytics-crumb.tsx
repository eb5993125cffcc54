import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'

/** The link to Analytics, above reports. */
export function AnalyticsCrumb({ environmentId }: { readonly environmentId: string }) {
  const t = useText()
  return (
    <Link to="/$environmentId/cdn_analytics" params={{ environmentId }} search={{}}>
      {t('analytics:title')}
    </Link>
  )
}

export function ReportsCrumb({ environmentId }: { readonly environmentId: string }) {
  const t = useText()
  return (
    <Link to="/$environmentId/cdn_analytics/reports" params={{ environmentId }} search={{}}>
      {t('reports:list.title')}
    </Link>
  )
}
