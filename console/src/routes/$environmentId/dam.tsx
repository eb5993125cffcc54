import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { DamScreen } from '../../areas/library/folders/dam-screen'
import { damSearch, wholeLevel } from '../../areas/library/search'

export const Route = createFileRoute('/$environmentId/dam')({
  validateSearch: damSearch,
  search: { middlewares: [stripSearchParams(wholeLevel)] },
  component: DamScreen,
})
