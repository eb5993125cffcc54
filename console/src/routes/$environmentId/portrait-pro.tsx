import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { PortraitsScreen } from '../../areas/portrait/portraits/portraits-screen'
import { allPortraits, portraitsSearch } from '../../areas/portrait/search'

export const Route = createFileRoute('/$environmentId/portrait-pro')({
  validateSearch: portraitsSearch,
  search: { middlewares: [stripSearchParams(allPortraits)] },
  component: PortraitsScreen,
})
