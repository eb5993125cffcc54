import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { InputScreen } from '../../../areas/vconnect/input/input-screen'
import { inputSearch, lastHour } from '../../../areas/vconnect/search'

export const Route = createFileRoute('/$environmentId/v-connect_/$inputId')({
  validateSearch: inputSearch,
  search: { middlewares: [stripSearchParams(lastHour)] },
  component: InputScreen,
})
