import { createFileRoute } from '@tanstack/react-router'
import { IncidentScreen } from '../../../../areas/alerts/incident/incident-screen'

export const Route = createFileRoute('/$environmentId/alerts_/incidents/$incidentId')({
  component: IncidentScreen,
})
