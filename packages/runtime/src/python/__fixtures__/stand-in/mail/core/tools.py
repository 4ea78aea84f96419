"""What agents give back."""

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


@dataclass
class AgentToolCall:
    tool_name: str
    tool_args: Dict[str, Any]
    tool_call_id: str
    completion: Dict[str, Any] = field(default_factory=dict)
    responses: List[Dict[str, Any]] = field(default_factory=list)
    reasoning: Optional[List[str]] = None
    preamble: Optional[str] = None
