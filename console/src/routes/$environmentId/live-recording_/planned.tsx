import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { PlannedList } from '../../../areas/live/planned-recordings/planned-list'
import { allPlanned, plannedSearch } from '../../../areas/live/search'

export const Route = createFileRoute('/$environmentId/live-recording_/planned')({
  validateSearch: plannedSearch,
  search: { middlewares: [stripSearchParams(allPlanned)] },
  component: PlannedList,
})
