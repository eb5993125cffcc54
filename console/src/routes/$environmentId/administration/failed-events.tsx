import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { DeadLettersScreen } from '../../../areas/activity/dead-letters/dead-letters-screen'
import { deadLettersSearch } from '../../../areas/activity/search'

export const Route = createFileRoute('/$environmentId/administration/failed-events')({
  validateSearch: deadLettersSearch,
  search: { middlewares: [stripSearchParams({ page: 1, open: '' })] },
  component: DeadLettersScreen,
})
