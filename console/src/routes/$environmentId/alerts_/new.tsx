import { createFileRoute } from '@tanstack/react-router'
import { NewRuleScreen } from '../../../areas/alerts/rule/rule-screen'

export const Route = createFileRoute('/$environmentId/alerts_/new')({ component: NewRuleScreen })
