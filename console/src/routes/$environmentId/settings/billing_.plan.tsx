import { createFileRoute } from '@tanstack/react-router'
import { PlanScreen } from '../../../areas/billing/plan/plan-screen'

export const Route = createFileRoute('/$environmentId/settings/billing_/plan')({
  component: PlanScreen,
})
