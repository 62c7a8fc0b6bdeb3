"""LiveKit Agents: an agent that greets whoever joins, with a voice of Hoarfrost.

Needs `pip install livekit-agents livekit-plugins-rime` and a running Hoarfrost. `console` speaks on this computer; `dev`
connects to a LiveKit server (LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET):

    HOARFROST_API_KEY=KEY python livekit_agent.py console
"""

import os

from livekit.agents import Agent, AgentServer, AgentSession, JobContext, cli
from livekit.plugins import rime

URL = os.environ.get("HOARFROST_URL", "http://127.0.0.1:8000")
VOICE = "luna"
GREETING = "Hello! I am your agent, and this is my voice. What can I do for you?"

server = AgentServer()


def open_tts() -> rime.TTS:
    return rime.TTS(
        websocket_url=f"{URL.replace('http', 'ws', 1)}/coda/ws",
        model="coda",
        speaker=VOICE,
        api_key=os.environ["HOARFROST_API_KEY"],
        allow_custom_endpoint=True,
    )


@server.rtc_session()
async def greet(ctx: JobContext) -> None:
    # To listen and to answer, add stt=, llm= and vad= of the plugins that you use.
    session = AgentSession(tts=open_tts())
    await session.start(agent=Agent(instructions="You are a helpful agent. Answer briefly."), room=ctx.room)
    await session.say(GREETING)


if __name__ == "__main__":
    cli.run_app(server)
