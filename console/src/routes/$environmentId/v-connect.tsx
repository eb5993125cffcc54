import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { VconnectScreen } from '../../areas/vconnect/bay/vconnect-screen'
import { baySearch, wholeBay } from '../../areas/vconnect/search'

export const Route = createFileRoute('/$environmentId/v-connect')({
  validateSearch: baySearch,
  search: { middlewares: [stripSearchParams(wholeBay)] },
  component: VconnectScreen,
})
