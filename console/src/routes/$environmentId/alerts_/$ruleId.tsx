import { createFileRoute } from '@tanstack/react-router'
import { RuleScreen } from '../../../areas/alerts/rule/rule-screen'

export const Route = createFileRoute('/$environmentId/alerts_/$ruleId')({ component: RuleScreen })
