import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ApiDocsScreen } from '../../areas/activity/api-docs/api-docs-screen'
import { docsSearch } from '../../areas/activity/search'

export const Route = createFileRoute('/$environmentId/api-docs')({
  validateSearch: docsSearch,
  search: { middlewares: [stripSearchParams({ phrase: '', call: '' })] },
  component: ApiDocsScreen,
})
