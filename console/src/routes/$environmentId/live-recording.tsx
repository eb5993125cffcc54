import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RecordingsScreen } from '../../areas/live/recordings/recordings-screen'
import { allRecordings, recordingsSearch } from '../../areas/live/search'

export const Route = createFileRoute('/$environmentId/live-recording')({
  validateSearch: recordingsSearch,
  search: { middlewares: [stripSearchParams(allRecordings)] },
  component: RecordingsScreen,
})
