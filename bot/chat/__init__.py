"""People in and out: what Slack sends is checked and parsed, what people see is drawn and sent."""
