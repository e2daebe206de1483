"""aws: a table of services; describing and listing is read, some getting is, the rest is not."""

from __future__ import annotations

import re

from policy.shell.scene import Scene
from policy.shell.words import Word, listed, shown

# What may be got, beside what is described and listed. What shows secrets, mints credentials or
# writes a file is not here: function code and environments, parameters, tokens, objects.
_GETS: dict[str, str] = {
    "acm": "get-certificate",
    "apigateway": "get-rest-apis get-rest-api get-resources get-stages get-stage get-deployments",
    "apigatewayv2": "get-apis get-api get-routes get-stages get-integrations",
    "application-autoscaling": "",
    "athena": "get-query-execution",
    "autoscaling": "",
    "backup": "",
    "batch": "",
    "budgets": "",
    "ce": "get-cost-and-usage get-cost-forecast get-dimension-values get-tags",
    "cloudformation": "get-template get-template-summary get-stack-policy",
    "cloudfront": "get-distribution get-distribution-config get-invalidation",
    "cloudtrail": "get-trail-status get-event-selectors lookup-events",
    "cloudwatch": "get-metric-statistics get-metric-data get-dashboard",
    "codedeploy": "get-deployment get-application get-deployment-group",
    "codepipeline": "get-pipeline-state get-pipeline-execution",
    "configservice": "get-compliance-summary-by-config-rule",
    "docdb": "",
    "dynamodb": "",
    "ec2": "get-console-output get-ebs-encryption-by-default",
    "ecr": "get-lifecycle-policy get-repository-policy",
    "ecs": "",
    "efs": "",
    "eks": "",
    "elasticache": "",
    "elasticbeanstalk": "",
    "elb": "",
    "elbv2": "",
    "emr": "",
    "es": "",
    "events": "",
    "firehose": "",
    "glue": "get-databases get-tables get-table get-crawlers",
    "guardduty": "get-findings get-detector",
    "health": "",
    "iam": "get-user get-role get-role-policy get-policy get-policy-version get-group"
    " get-instance-profile get-account-summary get-account-password-policy"
    " simulate-principal-policy",
    "kafka": "",
    "kinesis": "",
    "kms": "get-key-policy get-key-rotation-status get-public-key",
    "lambda": "get-policy get-account-settings get-function-concurrency",
    "logs": "get-log-events filter-log-events get-query-results tail",
    "opensearch": "",
    "organizations": "",
    "rds": "",
    "redshift": "",
    "resourcegroupstaggingapi": "get-resources get-tag-keys get-tag-values",
    "route53": "get-hosted-zone get-health-check get-health-check-status get-change",
    "s3": "ls",
    "s3api": "head-object head-bucket get-bucket-location get-bucket-policy get-bucket-acl"
    " get-bucket-tagging get-bucket-versioning get-bucket-encryption"
    " get-bucket-lifecycle-configuration get-public-access-block get-object-tagging",
    "secretsmanager": "",
    "securityhub": "get-findings",
    "service-quotas": "get-service-quota",
    "servicediscovery": "",
    "ses": "get-send-quota get-send-statistics",
    "sns": "get-topic-attributes",
    "sqs": "get-queue-attributes get-queue-url",
    "ssm": "get-command-invocation",
    "stepfunctions": "get-execution-history",
    "sts": "get-caller-identity",
    "support": "",
    "wafv2": "get-web-acl",
}
# Described or listed, and yet with what a program is given in secret: only by a query that picks
# other fields.
_SHOWS_ENVIRONMENTS = re.compile(
    r"(?:lambda (?:list-functions|list-versions-by-function)|ecs describe-task-definition"
    r"|ec2 (?:describe-launch-template-versions|describe-instance-attribute)"
    r"|elasticbeanstalk describe-configuration-settings|batch describe-job.*"
    r"|ec2 describe-spot-.*|autoscaling describe-launch-configurations|glue list-connections)"
)
_TELLING = re.compile(
    r"environment|user_?data|secret|containerdefinitions|options|\*", re.IGNORECASE
)
_OPERATION = re.compile(r"(?:describe|list)-[a-z0-9-]+")
_OPTION = re.compile(r"--[a-z][a-z0-9-]*")
# Another service, another trust, inputs from files, following; no abbreviation of these either.
_DENIED = listed(
    "--endpoint-url --ca-bundle --no-verify-ssl --no-sign-request --debug --cli-input-json"
    " --cli-input-yaml --cli-auto-prompt --cli-binary-format --with-decryption --include-values"
    " --follow"
)
# Options of aws itself, which may stand before the service.
_GLOBAL = {
    "--profile": 2,
    "--region": 2,
    "--output": 2,
    "--query": 2,
    "--color": 2,
    "--no-cli-pager": 1,
    "--no-paginate": 1,
}


class _Aws:
    why = (
        "asks the configured account; secrets, tokens, objects, files and other hosts are left out"
    )

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Options of aws, a service, an operation, and options of that."""
        del scene
        words = [word.text for word in arguments]
        if any(word.glob for word in arguments):
            return "a glob that may become an option"
        at = 0
        while at < len(words) and words[at] in _GLOBAL:
            at += _GLOBAL[words[at]]
        if words[at:] == ["configure", "list-profiles"]:
            return ""
        if len(words) < at + 2:
            return "no operation of a service"
        service, operation, *rest = words[at:]
        return (
            _operation_refusal(service, operation)
            or _options_refusal(rest, bare=service == "s3")
            or _environment_refusal(f"{service} {operation}", words)
        )


def _operation_refusal(service: str, operation: str) -> str:
    gets = _GETS.get(service)
    if gets is None:
        return f"{shown(service)}: a service that is not on the list"
    described = _OPERATION.fullmatch(operation) and service != "s3"
    if described or operation in gets.split():
        return ""
    return f"{shown(f'{service} {operation}')}: no operation that is known to only read"


def _options_refusal(rest: list[str], *, bare: bool) -> str:
    for text in rest:
        name = text.partition("=")[0]
        if text.startswith("-") and (not _OPTION.fullmatch(name) or _may_mean_a_denied(name)):
            return f"{shown(text)}: an option that is not on the list"
        if "://" in text and not (bare and text.startswith("s3://")):
            return f"{shown(text)}: a value that is read from elsewhere"
    return ""


def _may_mean_a_denied(name: str) -> bool:
    return any(denied.startswith(name) for denied in _DENIED)


def _environment_refusal(operation: str, words: list[str]) -> str:
    if not _SHOWS_ENVIRONMENTS.fullmatch(operation):
        return ""
    queries = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--query"]
    picked = len(queries) == 1 and not _TELLING.search(queries[0]) and "." in queries[0]
    attribute = "userData" not in words
    return "" if picked and attribute else f"{shown(operation)}: it shows what programs are given"


PROGRAMS = {"aws": _Aws()}
