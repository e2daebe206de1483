"""az: listing and showing, by groups that hold no secrets."""

from __future__ import annotations

from policy.shell.options import NONE, program
from policy.shell.programs.families import Family

# Groups of which `list` and `show` hold no keys, tokens or settings of applications.
_GROUPS = (
    "account",
    "acr",
    "acr repository",
    "ad group",
    "ad user",
    "aks",
    "aks nodepool",
    "appservice plan",
    "cosmosdb",
    "deployment group",
    "disk",
    "dns zone",
    "eventhubs namespace",
    "functionapp",
    "group",
    "image",
    "keyvault",
    "lock",
    "monitor action-group",
    "monitor activity-log",
    "monitor metrics",
    "mysql server",
    "network application-gateway",
    "network dns zone",
    "network lb",
    "network nic",
    "network nsg",
    "network nsg rule",
    "network public-ip",
    "network route-table",
    "network vnet",
    "network vnet subnet",
    "policy assignment",
    "postgres server",
    "redis",
    "resource",
    "role assignment",
    "role definition",
    "servicebus namespace",
    "snapshot",
    "sql db",
    "sql server",
    "staticwebapp",
    "storage account",
    "vm",
    "vmss",
    "webapp",
)
_ASKS = program(
    "asks the configured subscription",
    "d",
    flags="--only-show-errors --show-details --all --include-inherited",
    values="-g -n -o -l -s --resource-group --name --output --query --subscription --location"
    " --resource-type --ids --tag --server --vnet-name --nsg-name --cluster-name --vmss-name"
    " --assignee --scope --registry --repository --top --max-events --start-time --end-time"
    " --offset --resource --metric --metrics --interval --aggregation --filter --registry-name",
    operands=NONE,
)
_FAMILY = Family(
    why="asks the configured subscription; keys, connection strings, application settings, tokens"
    " and debugging are left out",
    before=program("", values="--subscription --output -o --query"),
    commands={
        **{f"{group} {verb}": _ASKS for group in _GROUPS for verb in ("list", "show")},
        "account list-locations": _ASKS,
        "acr repository show-tags": _ASKS,
        "vm list-ip-addresses": _ASKS,
        "vm get-instance-view": _ASKS,
        "aks get-versions": _ASKS,
        "version": program("tells the version", values="-o --output"),
    },
)

PROGRAMS = {"az": _FAMILY}
