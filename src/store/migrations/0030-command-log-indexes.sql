-- As the specification names them: its queries go by session and by person.
CREATE INDEX IF NOT EXISTS idx_cmd_log_session ON agent_command_log(session_id);
CREATE INDEX IF NOT EXISTS idx_cmd_log_phone ON agent_command_log(phone_number);
