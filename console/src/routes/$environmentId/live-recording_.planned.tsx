import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { PlannedList } from '../../areas/live/planned-recordings/planned-list'
import * as read from '../../lib/browser/read'

export const Route = createFileRoute('/$environmentId/live-recording_/planned')({
  validateSearch: read.fields({ q: read.text(''), page: read.page() }),
  search: { middlewares: [stripSearchParams({ q: '', page: 1 } as const)] },
  component: PlannedList,
})
