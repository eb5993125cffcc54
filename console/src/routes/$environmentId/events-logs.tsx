import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { EventsLogsScreen } from '../../areas/activity/records/events-logs-screen'
import { noRecordFilters, recordsSearch } from '../../areas/activity/search'

export const Route = createFileRoute('/$environmentId/events-logs')({
  validateSearch: recordsSearch,
  search: { middlewares: [stripSearchParams({ tab: 'events', ...noRecordFilters, open: '', where: '' })] },
  component: EventsLogsScreen,
})
