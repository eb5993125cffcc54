import { createFileRoute } from '@tanstack/react-router'
import { PortraitScreen } from '../../../areas/portrait/portrait/portrait-screen'
import { portraitSearch } from '../../../areas/portrait/search'

export const Route = createFileRoute('/$environmentId/portrait-pro_/$portraitId')({
  validateSearch: portraitSearch,
  component: PortraitScreen,
})
