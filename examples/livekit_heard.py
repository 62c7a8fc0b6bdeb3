"""LiveKit Agents: only the text that the caller heard stays in the history that the language model sees.

Needs `pip install livekit-agents livekit-plugins-deepgram` and a running Hoarfrost. It works with every plugin that takes
a base URL and a key: make one token for each call. Without a room, it shows what happens when the caller interrupts:

    HOARFROST_URL=http://127.0.0.1:8000 HOARFROST_API_KEY=KEY python examples/livekit_heard.py
"""

import asyncio
import os
import time

import aiohttp
from livekit.agents import Agent, AgentSession, ConversationItemAddedEvent, llm
from livekit.agents.voice import io
from livekit.plugins import deepgram


async def token_of_call(http: aiohttp.ClientSession, url: str, key: str) -> str:
    """A token whose sockets the server remembers. Make one for each call."""
    headers = {"Authorization": f"Bearer {key}"}
    async with http.post(f"{url}/v1/tokens", json={"expiresIn": 3600, "heard": True}, headers=headers) as answer:
        answer.raise_for_status()
        return (await answer.json())["token"]


def keep_heard_text(session: AgentSession, http: aiohttp.ClientSession, url: str, token: str) -> None:
    """Cuts each reply that is interrupted to what was heard. Call it when the session has its audio output."""
    played_s = 0.0
    cutting: set[asyncio.Task] = set()

    def on_finished(event: io.PlaybackFinishedEvent) -> None:
        nonlocal played_s
        played_s = event.playback_position

    async def cut(reply: llm.ChatMessage, position_ms: int) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with http.get(f"{url}/v1/heard", params={"positionMs": position_ms}, headers=headers) as answer:
            if answer.status == 200:
                heard = (await answer.json())["heard"]
                reply.content = [heard] if heard else []

    def on_item(event: ConversationItemAddedEvent) -> None:
        reply = event.item
        if isinstance(reply, llm.ChatMessage) and reply.role == "assistant" and reply.interrupted:
            task = asyncio.create_task(cut(reply, round(played_s * 1000)))
            cutting.add(task)
            task.add_done_callback(cutting.discard)

    session.output.audio.on("playback_finished", on_finished)
    session.on("conversation_item_added", on_item)


class SilentOutput(io.AudioOutput):
    """Stands in for the room, which plays the audio."""

    def __init__(self) -> None:
        super().__init__(label="silent", capabilities=io.AudioOutputCapabilities(pause=False))
        self.has_begun = asyncio.Event()
        self._begun_at = 0.0
        self._pushed_s = 0.0
        self._playing: asyncio.TimerHandle | None = None

    async def capture_frame(self, frame) -> None:
        await super().capture_frame(frame)
        if self._pushed_s == 0:
            self._begun_at = time.monotonic()
            self.on_playback_started(created_at=time.time())
            self.has_begun.set()
        self._pushed_s += frame.duration

    def flush(self) -> None:
        super().flush()
        rest_s = self._begun_at + self._pushed_s - time.monotonic()
        if self._pushed_s > 0:
            self._playing = asyncio.get_running_loop().call_later(max(0, rest_s), self._finish, False)

    def clear_buffer(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
        if self._pushed_s > 0:
            self._finish(True)

    def _finish(self, interrupted: bool) -> None:
        position = min(time.monotonic() - self._begun_at, self._pushed_s)
        self._pushed_s, self._playing = 0.0, None
        self.on_playback_finished(playback_position=position, interrupted=interrupted)


async def interrupted_reply(url: str, key: str, reply: str, after_s: float) -> list[llm.ChatMessage]:
    """The messages of the history after a reply that the caller interrupts when so much of it was played."""
    async with aiohttp.ClientSession() as http:
        token = await token_of_call(http, url, key)
        tts = deepgram.TTSv2(api_key=token, base_url=f"{url}/v2/speak", model="flux-haley-en", http_session=http)
        session = AgentSession(tts=tts)
        output = SilentOutput()
        session.output.audio = output
        await session.start(agent=Agent(instructions=""))
        keep_heard_text(session, http, url, token)
        speech = session.say(reply)
        await output.has_begun.wait()
        await asyncio.sleep(after_s)
        speech.interrupt()
        await speech
        await asyncio.sleep(0.5)  # the caller speaks
        messages = session.history.messages()
        await session.aclose()
        return messages


if __name__ == "__main__":
    REPLY = "The train to Lyon leaves at ten past nine from platform four. You change in Mâcon, and arrive before noon."
    url, key = os.environ.get("HOARFROST_URL", "http://127.0.0.1:8000"), os.environ["HOARFROST_API_KEY"]
    for message in asyncio.run(interrupted_reply(url, key, REPLY, 2)):
        print(f"{message.role}: {message.text_content}")
