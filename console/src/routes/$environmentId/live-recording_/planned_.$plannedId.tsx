import { createFileRoute } from '@tanstack/react-router'
import { PlannedScreen } from '../../../areas/live/planned-recordings/planned-screen'

export const Route = createFileRoute('/$environmentId/live-recording_/planned_/$plannedId')({
  component: PlannedScreen,
})
