#!/usr/bin/env python3
"""Trains an exported run of lab train with PyTorch, on a GPU where there is one.

It is the twin of the trainer in Go: the same positions in the same order, the same model
and the same steps, equal but for rounding. It advances the checkpoint beside it; with the
finished checkpoint lab train writes the network. Ctrl-C stops it, and it resumes.
"""

import argparse
import hashlib
import json
import math
import os
import struct
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch

MAGIC = b"nitoryu training 2\n"


class Checkpoint:
    """The file of a run: a text, the parameters, means and squares of Adam, and an average if one is wanted."""

    def __init__(self, path: Path):
        file = path.read_bytes()
        body = file[:-32]
        if not file.startswith(MAGIC) or hashlib.sha256(body).digest() != file[-32:]:
            sys.exit(f"{path}: this is not a whole checkpoint of lab train")
        start = len(MAGIC) + 4
        (size,) = struct.unpack_from("<I", body, len(MAGIC))
        self.path = path
        self.run = json.loads(body[start : start + size])
        rows = 4 if self.run["setup"]["average"] else 3
        floats = np.frombuffer(body, "<f4", offset=start + size).reshape(rows, -1)
        self.floats = [torch.from_numpy(x.copy()) for x in floats]

    def save(self) -> None:
        """Replaces the file in one step."""
        text = json.dumps(self.run).encode()
        floats = b"".join(x.detach().cpu().numpy().astype("<f4").tobytes() for x in self.floats)
        body = MAGIC + struct.pack("<I", len(text)) + text + floats
        new = self.path.with_suffix(".new")
        with open(new, "wb") as file:
            file.write(body + hashlib.sha256(body).digest())
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)


class Positions:
    """Positions as lab train exported them: those for validation and one partition of those for
    training are in the memory of the device, while the next partition is read."""

    def __init__(self, path: Path, export: dict, device: torch.device):
        self.path, self.device = path, device
        self.forms, self.slots = export["forms"], export["slots"]
        self.none = export["inputs"]  # the slot without an input is one past the last input
        self.words = self.forms * 2 * self.slots + 2
        self.sizes = export["partitions"]
        self.size = sum(self.sizes)
        n = self.size + export["validation"]
        if path.stat().st_size != 2 * n * self.words:
            sys.exit(f"{path}: this is not the whole file of {n} positions")
        self.validation = self.load(self.size, export["validation"]).to(device)
        self.reader = ThreadPoolExecutor(1)
        self.part, self.rows = None, None
        self.next, self.ahead = None, None

    def load(self, first: int, n: int) -> torch.Tensor:
        """Reads n positions."""
        words = np.fromfile(self.path, "<i2", n * self.words, offset=2 * first * self.words)
        return torch.from_numpy(words.reshape(n, self.words))

    def fetch(self, part: int) -> None:
        """Begins to read a partition."""
        first = sum(self.sizes[:part])
        self.next, self.ahead = part, self.reader.submit(self.load, first, self.sizes[part])

    def turn(self, at: int, seed: int):
        """Returns the partition at a place of the stream, and where its turn begins and ends."""
        turn, count = at // self.size, len(self.sizes)
        end = turn * self.size
        for part in in_order(torch.arange(count), count, seed, turn).tolist():
            first, end = end, end + self.sizes[part]
            if at < end:
                return part, first, end
        raise ValueError("there are no positions")

    def stream(self, at: int, end: int, seed: int):
        """Yields the positions of a part of the stream, turn after turn, and their places."""
        while at < end:
            part, first, last = self.turn(at, seed)
            if part != self.part:
                if part != self.next:
                    self.fetch(part)
                rows, self.rows = self.ahead.result(), None  # frees the memory of the device first
                self.part, self.rows, self.next = part, rows.to(self.device), None
            after = self.turn(last, seed)[0]
            if after not in (self.part, self.next):
                self.fetch(after)
            places = torch.arange(at, min(end, last), device=self.device)
            which = in_order(places - first, last - first, seed + part, at // self.size)
            yield self.rows[which], places
            at = min(end, last)

    def read(self, rows: torch.Tensor, flip: torch.Tensor):
        """Returns inputs [n, 2, slots], side to move first, scores, results and buckets of [n]."""
        forms = rows[:, :-2].view(-1, self.forms, 2, self.slots)
        inputs = torch.where(flip[:, None, None], forms[:, -1], forms[:, 0])
        inputs = (inputs.long() & 0xFFFF).clamp(max=self.none)
        last = rows[:, -1].long() & 0xFFFF
        return inputs, rows[:, -2], last & 0xFF, last >> 8


class Model:
    """The network, whose parameters lie in one vector as in the checkpoint."""

    def __init__(self, export: dict, hidden: int, buckets: int):
        self.inputs, self.shared = export["inputs"], export["shared"]
        self.width, self.buckets = export["width"], buckets
        self.blocks = -(-hidden // self.width)
        self.rows = self.inputs + self.shared + 1  # the bias last
        self.output_at = self.blocks * self.rows * self.width
        self.bias_at = self.output_at + buckets * self.blocks * 2 * self.width
        self.size = self.bias_at + -(-buckets // self.width) * self.width

    def output(self, p: torch.Tensor, inputs: torch.Tensor, buckets: torch.Tensor):
        """Returns the outputs of [n] for inputs of [n, 2, slots] and buckets of [n]."""
        n, hidden = len(inputs), self.blocks * self.width
        layer = p[: self.output_at].view(self.blocks, self.rows, self.width)
        layer = layer.transpose(0, 1).reshape(self.rows, hidden)
        weights = layer[: self.inputs]
        if self.shared:
            views = self.inputs // self.shared
            weights = weights + layer[self.inputs : -1].repeat(views, 1)
        weights = torch.cat([weights, torch.zeros_like(weights[:1])])
        sums = torch.nn.functional.embedding_bag(
            inputs.reshape(2 * n, -1), weights, mode="sum", padding_idx=self.inputs
        )
        sums = sums + layer[-1]
        # SCReLU. A neuron at 1 does not learn, as in Go.
        clamped = torch.where(sums >= 1, torch.ones_like(sums), sums.clamp(min=0))
        squares = (clamped * clamped).view(n, 2 * hidden)
        out = p[self.output_at : self.bias_at].view(self.buckets, self.blocks, 2, self.width)
        out = out.transpose(1, 2).reshape(self.buckets, 2 * hidden)
        return (squares * out[buckets]).sum(1) + p[self.bias_at :][buckets]


def signed(x: int) -> int:
    """Returns the number whose 64 bits are those of x."""
    return (x + (1 << 63)) % (1 << 64) - (1 << 63)


def shifted(x: torch.Tensor, n: int) -> torch.Tensor:
    """Returns the 64 bits of x shifted to the right."""
    return (x >> n) & ((1 << (64 - n)) - 1)


def mix(x: torch.Tensor) -> torch.Tensor:
    """The mix of lab train: the last step of splitmix64."""
    x = x + signed(0x9E3779B97F4A7C15)
    x = (x ^ shifted(x, 30)) * signed(0xBF58476D1CE4E5B9)
    x = (x ^ shifted(x, 27)) * signed(0x94D049BB133111EB)
    return x ^ shifted(x, 31)


def in_order(at: torch.Tensor, n: int, seed: int, turn: int) -> torch.Tensor:
    """Returns the positions that stand at some places of the order of a pass over n."""
    bits = max(2, (n - 1).bit_length())
    left = bits // 2
    right = bits - left
    seeds = mix(torch.tensor(signed(seed), device=at.device)) + 4 * turn
    keys = mix(seeds + torch.arange(4, device=at.device))

    def permuted(x: torch.Tensor) -> torch.Tensor:
        high, low = x >> right, x & ((1 << right) - 1)
        for k in (0, 2):
            high = high ^ (mix(low + keys[k]) & ((1 << left) - 1))
            low = low ^ (mix(high + keys[k + 1]) & ((1 << right) - 1))
        return high << right | low

    x = permuted(at)
    while (out := x >= n).any():
        x = torch.where(out, permuted(x), x)
    return x


class Trainer:
    """A run: what [Run] is in Go."""

    def __init__(self, folder: Path, device: torch.device):
        self.export = json.loads((folder / "export.json").read_text())
        self.checkpoint = Checkpoint(folder / "checkpoint")
        self.run = self.checkpoint.run
        self.setup = self.run["setup"]
        self.model = Model(self.export, self.setup["hidden"], self.setup["buckets"])
        floats = self.checkpoint.floats
        if len(floats[0]) != self.model.size:
            sys.exit(f"{folder}: the checkpoint does not fit {self.model.size} parameters")
        self.checkpoint.floats = [x.to(device) for x in floats]
        self.parameters, self.mean, self.square = self.checkpoint.floats[:3]
        self.average = self.checkpoint.floats[-1]
        self.positions = Positions(folder / "positions", self.export, device)
        self.device = device
        self.steps = -(-self.setup["visits"] // self.setup["batch"])
        # Of each parameter: the largest magnitude and how many grains are 1.
        size, at, end = self.model.size, self.model.output_at, self.model.bias_at
        qa, qb, limit = (self.export[k] for k in ("qa", "qb", "limit"))
        self.limit = torch.full((size,), torch.finfo(torch.float32).max, device=device)
        self.limit[:at] = limit / 2 if self.export["shared"] else limit  # two of them add up
        self.limit[at:end] = limit
        self.unit = torch.full((size,), qa * qb, device=device)
        self.unit[:at], self.unit[at:end] = qa, qb
        self.grain = 1 / self.unit

    def rate(self, step: int) -> float:
        """Returns the learning rate of a step: half a period of the cosine."""
        first, last = self.setup["rate"], self.setup["final_rate"]
        part = step / max(1, self.steps - 1)
        return last + (first - last) * (1 + math.cos(math.pi * part)) / 2

    def rounded(self) -> torch.Tensor:
        last = self.setup["average"] and self.run["step"] == self.steps
        return torch.round((self.average if last else self.parameters) * self.unit) * self.grain

    def errors(self, p: torch.Tensor, rows: torch.Tensor, flip: torch.Tensor) -> torch.Tensor:
        """Returns the squared errors at positions."""
        inputs, score, result, buckets = self.positions.read(rows, flip)
        blend = self.setup["blend"] * (result <= 2)  # without a result the score is all
        if stretch := self.setup.get("stretch", 0):
            score = stretch * torch.sinh(score / stretch)
        scale = self.setup.get("loss_scale", 0) or self.setup["scale"]
        target = blend * result / 2 + (1 - blend) * torch.sigmoid(score / scale)
        slope = self.setup["scale"] / scale
        return (torch.sigmoid(slope * self.model.output(p, inputs, buckets)) - target) ** 2

    def flips(self, places: torch.Tensor) -> torch.Tensor:
        """Returns whether the positions at places of the stream are flipped."""
        if not self.setup["flip"]:
            return torch.zeros_like(places) == 1
        return mix(places + signed(self.setup["seed"])) & 1 == 1

    def step(self) -> torch.Tensor:
        """Makes one step of AdamW and returns the sum of squared errors."""
        done, n = self.run["step"], self.setup["batch"]
        p = self.rounded().requires_grad_()
        total, gradient = 0, torch.zeros_like(self.parameters)
        for rows, places in self.positions.stream(done * n, (done + 1) * n, self.setup["seed"]):
            loss = self.errors(p, rows, self.flips(places)).sum()
            gradient += torch.autograd.grad(loss / n, p)[0]
            total = total + loss.detach()
        beta1, beta2 = self.export["beta1"], self.export["beta2"]
        rate = self.rate(done)
        root = 1 / math.sqrt(1 - beta2 ** (done + 1))
        self.mean.mul_(beta1).add_(gradient, alpha=1 - beta1)
        self.square.mul_(beta2).addcmul_(gradient, gradient, value=1 - beta2)
        move = self.mean / (root * self.square.sqrt() + self.export["epsilon"])
        self.parameters.mul_(1 - rate * self.setup["decay"])
        self.parameters.sub_(move, alpha=rate / (1 - beta1 ** (done + 1)))
        torch.minimum(torch.maximum(self.parameters, -self.limit, out=self.parameters), self.limit, out=self.parameters)
        self.run["step"] = done + 1
        averaged = done + 1 - self.steps + math.ceil(self.setup["average"] * self.steps)
        if averaged > 0:
            self.average.add_((self.parameters - self.average) / averaged)
        return total

    @torch.no_grad()
    def validation(self) -> float:
        """Returns the mean squared error over the positions for validation."""
        p, total, rows = self.rounded(), 0.0, self.positions.validation
        for part in rows.split(1 << 14):
            total += self.errors(p, part, torch.zeros_like(part[:, 0]) == 1).sum().item()
        return total / len(rows)

    def add_point(self, total: float) -> None:
        """Adds a point to the curves. total is the sum of errors since the last one."""
        run, step = self.run, self.run["step"]
        run["points"] = (run["points"] or []) + [
            {"step": step, "loss": (run["sum"] + total) / run["n"], "validation": self.validation(), "rate": self.rate(step - 1)}
        ]
        run["sum"], run["n"] = 0, 0

    def train(self, every: float) -> None:
        """Trains to the end, and saves after so many seconds each."""
        run, points = self.run, self.export["points"]
        total = torch.zeros((), device=self.device, dtype=torch.float64)
        began = saved = time.time()
        first = run["step"]
        while run["step"] < self.steps:
            total += self.step()
            run["n"] += self.setup["batch"]
            step = run["step"]
            point = step * points // self.steps != (step - 1) * points // self.steps
            if not point and time.time() - saved < every:
                continue
            errors = total.item()
            total.zero_()
            if not math.isfinite(errors):
                sys.exit(f"step {step}: the loss is not a number any more; a lower --lr may help")
            if point:
                self.add_point(errors)
                self.show(time.time() - began, step - first)
            else:
                run["sum"] += errors
            if time.time() - saved >= every:
                self.checkpoint.save()
                saved = time.time()
        self.checkpoint.save()

    def show(self, seconds: float, steps: int) -> None:
        point, step = self.run["points"][-1], self.run["step"]
        left = seconds / steps * (self.steps - step)
        print(
            f"step {step} of {self.steps}: loss {point['loss']:.6f}, validation {point['validation']:.6f}, "
            f"{steps * self.setup['batch'] / max(seconds, 1e-9):,.0f} positions/s, {left:.0f} s left",
            flush=True,
        )


def main() -> None:
    folder = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="Trains the run beside this file, exported by lab train --export.")
    parser.add_argument("--folder", type=Path, default=folder, help="folder of the run")
    parser.add_argument("--device", help="a device of PyTorch, such as cuda or cpu; without it the GPU if there is one")
    parser.add_argument("--save", type=float, default=60, metavar="SECONDS", help="interval between checkpoints (default %(default)s)")
    a = parser.parse_args()
    device = torch.device(a.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    try:
        trainer = Trainer(a.folder, device)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"{a.folder} is not a run exported by lab train: {error}")
    try:
        trainer.train(a.save)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command resumes from the last checkpoint")
    except OSError as error:
        sys.exit(f"{error}; the last checkpoint is kept")
    print(f"{a.folder / 'checkpoint'} is finished: lab train --checkpoint with it writes the network")


if __name__ == "__main__":
    main()
