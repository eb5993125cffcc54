import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { DestinationScreen } from '../../../../areas/vconnect/destination/destination-screen'
import { inputSearch, lastHour } from '../../../../areas/vconnect/search'

export const Route = createFileRoute('/$environmentId/v-connect_/destinations/$destinationId')({
  validateSearch: inputSearch,
  search: { middlewares: [stripSearchParams(lastHour)] },
  component: DestinationScreen,
})
